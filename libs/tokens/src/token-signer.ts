import {
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type CryptoKey,
  type JWK,
  SignJWT,
} from 'jose';
import { tokenFormat } from '@skyshelf/contracts';
import type { Caller } from './token-verifier.js';
import type { Clock } from './clock-and-ids.js';

/** The public half goes to every service. */
export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** It can be stored. `pkcs8` is as secret as the accounts themselves. */
export interface StoredSigningKey {
  kid: string;
  pkcs8: string;
  publicJwk: JWK;
}

/** Creates an Ed25519 key. `kid` must be unique in the installation. */
export async function createSigningKey(kid: string): Promise<StoredSigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(tokenFormat.algorithm, {
    crv: 'Ed25519',
    extractable: true,
  });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: tokenFormat.algorithm, use: 'sig' };
  return { kid, pkcs8: await exportPKCS8(privateKey), publicJwk };
}

export const openSigningKey = async ({ kid, pkcs8, publicJwk }: StoredSigningKey): Promise<SigningKey> => ({
  kid,
  privateKey: await importPKCS8(pkcs8, tokenFormat.algorithm),
  publicJwk,
});

export interface TokenSigner {
  /** Signs a JWT with EdDSA. `expires` is cut to whole seconds. */
  sign(caller: Caller, expires: Date): Promise<string>;
}

export function createTokenSigner(key: SigningKey, clock: Clock): TokenSigner {
  return {
    sign: ({ sub, drive, sid, name, scope }, expires) =>
      new SignJWT({ drive, sid, name, ...(scope && { scope }) })
        .setProtectedHeader({ alg: tokenFormat.algorithm, kid: key.kid, typ: 'JWT' })
        .setIssuer(tokenFormat.issuer)
        .setAudience(tokenFormat.audience)
        .setSubject(sub)
        .setIssuedAt(clock.now())
        .setExpirationTime(expires)
        .sign(key.privateKey),
  };
}
