import {
  accessTokenClaims,
  DomainError,
  extensionScope,
  tokenFormat,
  type AccessScope,
  type DriveId,
} from '@skyshelf/contracts';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from './clock-and-ids.js';
import { KnownKeys, type PublicKeys } from './known-keys.js';

/** Caches verified tokens until they expire. Throws DomainError auth.*. */
export interface TokenVerifier {
  verify(token: string): Promise<Caller>;
}

export interface RevokedSessions {
  has(sid: string): boolean;
  /** The connection has been lost for too long. */
  readonly stale: boolean;
  /** Never throws. */
  catchUp(): Promise<void>;
}

export interface TokenVerifierOptions {
  keys: PublicKeys;
  /** Absent where the sender has checked already. */
  revoked?: RevokedSessions | undefined;
  clock?: Clock;
  /** Cached tokens; about 1 KB each. */
  remember?: number;
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
  const { sub, drive, sid, name, epoch, exp } = claims.data;
  const scope = claims.data.scope === 'extension' ? extensionScope(sid) : claims.data.scope;
  const caller = { sub, drive, sid, name, ...(scope && { scope }), ...(epoch && { epoch }) };
  return { caller: Object.freeze(caller), expiresMs: exp * 1000 };
};

function refusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new DomainError('auth.expired', { cause: error });
  return error instanceof errors.JOSEError ? new DomainError('auth.forged', { cause: error }) : error;
}

/**
 * EdDSA signature by `kid`, issuer, audience, expiry, claims, revocation. Cached until expiry or its key is
 * dropped, so a signature is checked once (about 0.1 ms).
 * @throws DomainError `auth.expired`, `auth.forged`, `auth.revoked`, `session.unknown`; whatever `keys`
 * throws
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { keys, clock = systemClock, remember = 5000, keyPauseMs = 5000, revoked } = options;
  const remembered = new LRUCache<string, Remembered>({ max: remember });
  const known = new KnownKeys({ keys, clock, pauseMs: keyPauseMs, onDropped: () => remembered.clear() });

  const check = async (token: string): Promise<Remembered> => {
    try {
      const { payload } = await jwtVerify(token, known.find, {
        algorithms: [tokenFormat.algorithm],
        issuer: tokenFormat.issuer,
        audience: tokenFormat.audience,
        currentDate: clock.now(),
      });
      return callerOf(payload);
    } catch (error) {
      throw refusal(error);
    }
  };
  const identify = async (token: string): Promise<Caller> => {
    if (token.length > MAX_TOKEN_CHARACTERS) throw new DomainError('auth.forged');
    const waiting = known.keepFresh();
    if (waiting) await waiting;
    const before = remembered.get(token);
    if (before && before.expiresMs > clock.now().getTime()) return before.caller;
    if (before) throw new DomainError('auth.expired');
    const { generation } = known;
    const verified = await check(token);
    if (generation === known.generation) remembered.set(token, verified);
    return verified.caller;
  };

  return {
    verify: async (token) => {
      const caller = await identify(token);
      if (revoked) await refuseRevoked(revoked, caller);
      return caller;
    },
  };
}

async function refuseRevoked(revoked: RevokedSessions, { sid }: Caller): Promise<void> {
  if (revoked.stale) await revoked.catchUp();
  if (revoked.stale) throw new DomainError('session.unknown');
  if (revoked.has(sid)) throw new DomainError('auth.revoked');
}

/** The verified access token names these, but for `device`. */
export interface Caller {
  sub: string;
  drive: DriveId;
  sid: string;
  name: string;
  /** Absent where every call is allowed. */
  scope?: AccessScope | undefined;
  /** The software of a call that changes something, as the client says itself. */
  device?: string | undefined;
  /** The restore epoch of the accounts; absent: 0. */
  epoch?: number;
}

/** How far a caller sees: a whole drive, or what lies below the roots of a scope. */
export interface Reach {
  drive: DriveId;
  scope?: Pick<AccessScope, 'roots'> | undefined;
}

/**
 * Refuses tokens of accounts as they were before a restore.
 * @param current the epoch now, when a token of this one is met
 */
export const ofEpoch = (
  tokens: TokenVerifier,
  current: (claimed: number) => Promise<number>,
): TokenVerifier => ({
  async verify(token) {
    const caller = await tokens.verify(token);
    const { epoch = 0 } = caller;
    if (epoch !== (await current(epoch))) throw new DomainError('auth.revoked');
    return caller;
  },
});
