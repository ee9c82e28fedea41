export { callerNamed } from '@skyshelf/tokens/testing';
export { testRuntime, type TestRuntime, type TestRuntimeOptions } from './test-runtime.js';
