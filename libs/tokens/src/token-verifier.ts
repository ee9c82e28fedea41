import { accessTokenClaims, DomainError, tokenTerms } from '@skyshelf/contracts';
import { createLocalJWKSet, errors, jwtVerify, type JWK, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.js';
import { systemClock, type Clock } from './clock.js';

/** Verifies the gateway's access tokens (EdDSA). Verified ones are remembered until they expire. Throws DomainError auth.*. */
export interface TokenVerifier {
  verify(token: string): Promise<Caller>;
}

/** Public keys of the gateway; asked again when a token names a key that is not among them. */
export type PublicKeys = () => Promise<readonly JWK[]> | readonly JWK[];

export interface TokenVerifierOptions {
  keys: PublicKeys;
  clock?: Clock;
  /** Tokens remembered at most; about 1 KB each. */
  remember?: number;
  /** Shortest time between two askings for keys, milliseconds. */
  keyPauseMs?: number;
}

/** Longer ones are refused unread: ours have about 500 characters. */
const MAX_TOKEN_CHARACTERS = 8192;

interface Remembered {
  caller: Caller;
  expiresMs: number;
}

const callerOf = (payload: JWTPayload): Remembered => {
  const claims = accessTokenClaims.safeParse(payload);
  if (!claims.success) throw new DomainError('auth.forged', { cause: claims.error });
  const { sub, drive, sid, name, exp } = claims.data;
  return { caller: Object.freeze({ sub, drive, sid, name }), expiresMs: exp * 1000 };
};

function refusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new DomainError('auth.expired', { cause: error });
  return error instanceof errors.JOSEError ? new DomainError('auth.forged', { cause: error }) : error;
}

/** Looks keys up by `kid`, and asks anew for one it does not know, at most once a pause. */
function keyFinder(keys: PublicKeys, clock: Clock, pauseMs: number): JWTVerifyGetKey {
  let find: JWTVerifyGetKey | undefined;
  let askedMs = 0;
  const ask = async (): Promise<JWTVerifyGetKey> => {
    askedMs = clock.now().getTime();
    find = createLocalJWKSet({ keys: [...(await keys())] });
    return find;
  };
  return async (header, token) => {
    const known = find ?? (await ask());
    try {
      return await known(header, token);
    } catch (error) {
      const mayAsk = error instanceof errors.JWKSNoMatchingKey && clock.now().getTime() - askedMs >= pauseMs;
      if (!mayAsk) throw error;
      return (await ask())(header, token);
    }
  };
}

/**
 * Checks access tokens: EdDSA signature by `kid`, issuer, audience, expiry, claims. A verified token is remembered until it expires, so a signature is
 * checked once (about 0.1 ms). Revocation is the gateway's business.
 * @throws DomainError `auth.expired`, `auth.forged`; whatever `keys` throws
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { keys, clock = systemClock, remember = 5000, keyPauseMs = 5000 } = options;
  const remembered = new LRUCache<string, Remembered>({ max: remember });
  const findKey = keyFinder(keys, clock, keyPauseMs);

  const check = async (token: string): Promise<Remembered> => {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: [tokenTerms.algorithm],
        issuer: tokenTerms.issuer,
        audience: tokenTerms.audience,
        currentDate: clock.now(),
      });
      return callerOf(payload);
    } catch (error) {
      throw refusal(error);
    }
  };

  return {
    verify: async (token) => {
      if (token.length > MAX_TOKEN_CHARACTERS) throw new DomainError('auth.forged');
      const known = remembered.get(token);
      if (known && known.expiresMs > clock.now().getTime()) return known.caller;
      if (known) throw new DomainError('auth.expired');
      const verified = await check(token);
      remembered.set(token, verified);
      return verified.caller;
    },
  };
}
