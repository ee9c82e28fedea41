import { extensionScope, scopeSid, tokenFormat } from '@skyshelf/contracts';
import { publicHalves, type PrivateKey, type PublicKey } from '@skyshelf/tokens';
import { importJWK, SignJWT, type CryptoKey } from 'jose';
import type { Account } from '../domain/account.js';
import type { GrantedScope, TokenIssuer } from '../application/gateway.js';
import type { Session, Tokens } from '../domain/session.js';

interface Registered {
  typ: string;
  audience: string;
  sub: string;
  issued: Date;
  expires: Date;
}

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
    const { sid, createdAt: issued, expires } = session;
    const scope = session.scope === 'extension' && { scope: extensionScope(sid) };
    const [accessToken, idToken] = await Promise.all([
      this.#accessJwt({ sid, drive, name, ...scope }, { sub, issued, expires }),
      this.#jwt({ name }, { typ: 'JWT', audience: tokenFormat.pageAudience, sub, issued, expires }),
    ]);
    return { accessToken, idToken, expiresAt: session.expires.getTime() };
  }

  signScope({ drive, scope, issued, expires }: GrantedScope): Promise<string> {
    const claims = { sid: scopeSid(scope), drive, name: '', scope };
    return this.#accessJwt(claims, { sub: `${scope.kind}|${scope.id}`, issued, expires });
  }

  #accessJwt(claims: Record<string, unknown>, of: Omit<Registered, 'typ' | 'audience'>): Promise<string> {
    const epoch = this.epoch();
    const all = { ...claims, ...(epoch > 0 && { epoch }) };
    return this.#jwt(all, { typ: 'at+jwt', audience: tokenFormat.audience, ...of });
  }

  async #jwt(
    claims: Record<string, unknown>,
    { typ, audience, sub, issued, expires }: Registered,
  ): Promise<string> {
    const { kid, key } = await this.#signing();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: tokenFormat.algorithm, kid, typ })
      .setIssuer(tokenFormat.issuer)
      .setAudience(audience)
      .setSubject(sub)
      .setIssuedAt(issued)
      .setExpirationTime(expires)
      .sign(key);
  }
}
