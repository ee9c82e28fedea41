export { callerNamed, testRuntime, type TestRuntime, type TestRuntimeOptions } from './test-runtime.js';
