import { SignJWT } from 'jose';
import { tokenFormat } from '@skyshelf/contracts';
import type { Caller } from './caller.js';
import type { Clock } from './clock.js';
import type { SigningKey } from './token-keys.js';

export interface TokenSigner {
  /** JWT, EdDSA. `expires` is cut to whole seconds. */
  sign(caller: Caller, expires: Date): Promise<string>;
}

/** The gateway's. */
export function createTokenSigner(key: SigningKey, clock: Clock): TokenSigner {
  return {
    sign: ({ sub, drive, sid, name }, expires) =>
      new SignJWT({ drive, sid, name })
        .setProtectedHeader({ alg: tokenFormat.algorithm, kid: key.kid, typ: 'JWT' })
        .setIssuer(tokenFormat.issuer)
        .setAudience(tokenFormat.audience)
        .setSubject(sub)
        .setIssuedAt(clock.now())
        .setExpirationTime(expires)
        .sign(key.privateKey),
  };
}
