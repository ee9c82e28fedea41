import { DomainError, limits } from '@skyshelf/contracts';
import type { Account } from '../domain/account.js';
import type { SessionOrigin, SessionScope, Tokens } from '../domain/session.js';
import type { Gateway } from './gateway.js';

type StartSessionDeps = Pick<Gateway, 'accounts' | 'sessions' | 'issuer' | 'clock' | 'ids'>;

/** @throws DomainError `drive.closed` when the account was closed at the same moment */
export async function startSession(
  { accounts, sessions, issuer, clock, ids }: StartSessionDeps,
  account: Account,
  origin: SessionOrigin | null,
  scope: SessionScope = null,
): Promise<Tokens> {
  const createdAt = clock.now();
  const session = {
    sid: ids.next(),
    drive: account.drive,
    createdAt,
    // Whole seconds, as in tokens: both must agree.
    expires: new Date(Math.floor((createdAt.getTime() + limits.sessionMs) / 1000) * 1000),
    revokedAt: null,
    lastSeenAt: createdAt,
    origin,
    scope,
  };
  await sessions.insert(session);
  const present = await accounts.find(account.sub);
  if (present?.state !== 'open' || present.drive !== account.drive) {
    await sessions.revoke(session.sid, createdAt);
    throw new DomainError('drive.closed');
  }
  return issuer.sign(account, session);
}
