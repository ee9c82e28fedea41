import { tokenTerms } from '@skyshelf/contracts';
import { calculateJwkThumbprint, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { Account } from '../domain/account.js';
import type { Session } from '../infrastructure/sessions.js';

export interface Tokens {
  accessToken: string;
  idToken: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** The public half of a key as `/internal/keys` shows it. */
export interface PublicKey extends JWK {
  kid: string;
}

interface SigningKey {
  kid: string;
  key: CryptoKey;
  public: PublicKey;
}

/** Signs the tokens of the API. The first key signs; further ones are older and still honoured until their tokens have expired. */
export class TokenSigner {
  private constructor(private readonly keys: readonly [SigningKey, ...SigningKey[]]) {}

  /**
   * @param jwks private Ed25519 keys; one without `kid` gets its thumbprint (RFC 7638)
   * @throws {Error} when there is none, or one is of another kind
   */
  static async of(jwks: readonly JWK[]): Promise<TokenSigner> {
    const [first, ...older] = await Promise.all(jwks.map(readKey));
    if (!first) throw new Error('The gateway needs a key to sign tokens with');
    return new TokenSigner([first, ...older]);
  }

  /** The keys by which others check tokens. */
  get publicKeys(): PublicKey[] {
    return this.keys.map((each) => each.public);
  }

  async sign(account: Account, session: Session): Promise<Tokens> {
    const { sub, name, drive } = account;
    const [accessToken, idToken] = await Promise.all([
      this.#jwt({ sid: session.sid, drive, name }, 'at+jwt', tokenTerms.audience, sub, session),
      this.#jwt({ name }, 'JWT', tokenTerms.pageAudience, sub, session),
    ]);
    return { accessToken, idToken, expiresAt: session.expires.getTime() };
  }

  #jwt(
    claims: Record<string, unknown>,
    typ: string,
    audience: string,
    sub: string,
    session: Session,
  ): Promise<string> {
    const [{ kid, key }] = this.keys;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: tokenTerms.algorithm, kid, typ })
      .setIssuer(tokenTerms.issuer)
      .setAudience(audience)
      .setSubject(sub)
      .setIssuedAt(session.createdAt)
      .setExpirationTime(session.expires)
      .sign(key);
  }
}

async function readKey(jwk: JWK): Promise<SigningKey> {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || !jwk.d)
    throw new Error('Tokens are signed with a private Ed25519 key');
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  const key = await importJWK(jwk, tokenTerms.algorithm);
  if (key instanceof Uint8Array) throw new Error('Tokens are signed with a private Ed25519 key');
  return {
    kid,
    key,
    public: { kty: 'OKP', crv: 'Ed25519', x: jwk.x, kid, alg: tokenTerms.algorithm, use: 'sig' },
  };
}
