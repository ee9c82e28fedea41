export { serviceOf } from './service-of.js';
export { callerNamed } from '@skyshelf/tokens/testing';
export { testRuntime, type TestRuntime, type TestRuntimeOptions } from './test-runtime.js';
