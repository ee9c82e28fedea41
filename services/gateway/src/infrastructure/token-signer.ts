import { tokenFormat } from '@skyshelf/contracts';
import { publicHalves, type PrivateKey, type PublicKey } from '@skyshelf/tokens';
import { importJWK, SignJWT, type CryptoKey } from 'jose';
import type { Account } from '../domain/account.js';
import type { TokenIssuer } from '../application/gateway.js';
import type { Session, Tokens } from '../domain/session.js';

export class TokenSigner implements TokenIssuer {
  readonly #imported = new WeakMap<PrivateKey, Promise<CryptoKey | Uint8Array>>();

  private constructor(
    private readonly keys: () => readonly PrivateKey[],
    private readonly epoch: () => number,
  ) {}

  /** @throws {Error} without a key, or when the first is not Ed25519 */
  static async of(keys: () => readonly PrivateKey[], epoch: () => number): Promise<TokenSigner> {
    const signer = new TokenSigner(keys, epoch);
    await signer.#signing();
    return signer;
  }

  get publicKeys(): PublicKey[] {
    return publicHalves(this.keys());
  }

  async #signing(): Promise<{ kid: string; key: CryptoKey | Uint8Array }> {
    const [first] = this.keys();
    if (!first) throw new Error('The gateway needs a key to sign tokens with');
    const key = this.#imported.get(first) ?? importJWK(first, tokenFormat.algorithm);
    this.#imported.set(first, key);
    return { kid: first.kid, key: await key };
  }

  async sign(account: Account, session: Session): Promise<Tokens> {
    const { sub, name, drive } = account;
    const epoch = this.epoch();
    const scope = { ...(session.scope && { scope: session.scope }), ...(epoch > 0 && { epoch }) };
    const [accessToken, idToken] = await Promise.all([
      this.#jwt({ sid: session.sid, drive, name, ...scope }, 'at+jwt', tokenFormat.audience, sub, session),
      this.#jwt({ name }, 'JWT', tokenFormat.pageAudience, sub, session),
    ]);
    return { accessToken, idToken, expiresAt: session.expires.getTime() };
  }

  async #jwt(
    claims: Record<string, unknown>,
    typ: string,
    audience: string,
    sub: string,
    session: Session,
  ): Promise<string> {
    const { kid, key } = await this.#signing();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: tokenFormat.algorithm, kid, typ })
      .setIssuer(tokenFormat.issuer)
      .setAudience(audience)
      .setSubject(sub)
      .setIssuedAt(session.createdAt)
      .setExpirationTime(session.expires)
      .sign(key);
  }
}
