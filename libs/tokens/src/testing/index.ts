export { callerNamed, testTokens, type TestTokens } from './test-tokens.js';
