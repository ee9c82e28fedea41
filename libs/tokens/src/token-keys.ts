import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey, type JWK } from 'jose';
import { tokenFormat } from '@skyshelf/contracts';

/** The public half goes to every service. */
export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** Storable. `pkcs8` is as secret as the accounts themselves. */
export interface StoredSigningKey {
  kid: string;
  pkcs8: string;
  publicJwk: JWK;
}

/** Ed25519. `kid` must be unique in the installation. */
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
