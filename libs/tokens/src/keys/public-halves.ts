import { tokenFormat } from '@skyshelf/contracts';
import type { PrivateKey } from './installation-keys.js';

/** RFC 7517. */
export interface PublicKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
  alg: string;
  use: string;
}

/** Nothing private, whatever else the key holds. */
export const publicHalves = (keys: readonly PrivateKey[]): PublicKey[] =>
  keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid, alg: tokenFormat.algorithm, use: 'sig' }));
