import { limits } from '@skyshelf/contracts';
import type { Account } from '../domain/account.js';
import type { SessionOrigin, Tokens } from '../domain/session.js';
import type { Gateway } from './gateway.js';

/** Begins a session of 14 days and hands out its tokens. */
export async function startSession(
  { sessions, issuer, clock, ids }: Gateway,
  account: Account,
  origin: SessionOrigin | null,
): Promise<Tokens> {
  const createdAt = clock.now();
  const session = {
    sid: ids.next(),
    drive: account.drive,
    createdAt,
    // Whole seconds: tokens know no finer ones, and both must say the same.
    expires: new Date(Math.floor((createdAt.getTime() + limits.sessionMs) / 1000) * 1000),
    revokedAt: null,
    lastSeenAt: createdAt,
    origin,
  };
  await sessions.insert(session);
  return issuer.sign(account, session);
}
