export type { Caller } from './caller.js';
export { systemClock, type Clock } from './clock.js';
export { createIds, type IdSource } from './ids.js';
export { sameSecret } from './same-secret.js';
export { KeyFile, type KeyFileOptions } from './keys/key-file.js';
export { keyNames, parseKeys } from './keys/installation-keys.js';
export type {
  CurrentKeys,
  InstallationKeys,
  KeyList,
  KeyName,
  PrivateKey,
} from './keys/installation-keys.js';
export { publicHalves, type PublicKey } from './keys/public-halves.js';
export { statementKeys } from './keys/statement-keys.js';
export {
  createStatementSigner,
  MAX_STATEMENT_CHARACTERS,
  type StatementKeys,
  type StatementSigner,
} from './statement-signer.js';
export type { PublicKeys } from './known-keys.js';
export { createSigningKey, openSigningKey, type SigningKey, type StoredSigningKey } from './token-keys.js';
export { createTokenSigner, type TokenSigner } from './token-signer.js';
export {
  createTokenVerifier,
  type RevokedSessions,
  type TokenVerifier,
  type TokenVerifierOptions,
} from './token-verifier.js';
