export {
  type Caller,
  createTokenVerifier,
  ofEpoch,
  type Reach,
  type RevokedSessions,
  type TokenVerifier,
  type TokenVerifierOptions,
} from './token-verifier.js';
export { systemClock, type Clock, createIds, type IdSource } from './clock-and-ids.js';
export {
  sameSecret,
  createStatementSigner,
  MAX_STATEMENT_CHARACTERS,
  type StatementKeys,
  type StatementSigner,
} from './statement-signer.js';
export { KeyFile, type KeyFileOptions } from './keys/key-file.js';
export {
  keyNames,
  parseKeys,
  type CurrentKeys,
  type InstallationKeys,
  type KeyName,
  type PrivateKey,
  publicHalves,
  type PublicKey,
  statementKeys,
} from './keys/installation-keys.js';
export type { PublicKeys } from './known-keys.js';
export {
  createSigningKey,
  openSigningKey,
  type SigningKey,
  type StoredSigningKey,
  createTokenSigner,
  type TokenSigner,
} from './token-signer.js';
export { createSealer, type KeyList, type Sealer } from './sealer.js';
export { isPassword, keepPassword, type KeptPassword } from './passwords.js';
