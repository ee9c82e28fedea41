export type * from './runtime.js';
export { systemClock } from './clock.js';
export { createIds } from './ids.js';
export { sameSecret } from './same-secret.js';
export { createStatementSigner, MAX_STATEMENT_CHARACTERS } from './statement-signer.js';
export { createSigningKey, openSigningKey, type SigningKey, type StoredSigningKey } from './token-keys.js';
export { createTokenSigner, type TokenSigner } from './token-signer.js';
export { createTokenVerifier, type PublicKeys, type TokenVerifierOptions } from './token-verifier.js';
