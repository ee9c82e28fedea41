import { tokenFormat } from '@skyshelf/contracts';
import type { PrivateKey } from './installation-keys.js';

/** The public half of a token key, as others get it (RFC 7517). */
export interface PublicKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
  alg: string;
  use: string;
}

/** What others check tokens by. Nothing of the private half is in it, whatever else the key holds. */
export const publicHalves = (keys: readonly PrivateKey[]): PublicKey[] =>
  keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid, alg: tokenFormat.algorithm, use: 'sig' }));
