export { newSecret, newTokenKey, testKeyFile, type TestKeyFile } from './test-key-file.js';
export { callerNamed, testTokens, type TestTokens } from './test-tokens.js';
