import { DomainError, limits, type DriveId } from '@skyshelf/contracts';
import { bearerToken } from '../domain/presented-token.js';
import type { Gateway } from './gateway.js';

/** An invalid token has nothing to end: no refusal. */
export async function endSession(gateway: Gateway, authorization: string | undefined): Promise<void> {
  const sid = await sessionOf(gateway, authorization);
  if (!sid) return;
  const now = gateway.clock.now();
  await gateway.sessions.revoke(sid, now);
  gateway.revoked.add(sid, now.getTime() + limits.sessionMs);
}

/**
 * Ends the session at every replica.
 * @throws DomainError `session.not-found` for one that is not the account's
 */
export async function endSessionOf(
  { sessions, revoked, clock }: Pick<Gateway, 'sessions' | 'revoked' | 'clock'>,
  drive: DriveId,
  sid: string,
): Promise<void> {
  const session = await sessions.find(drive, sid);
  if (!session) throw new DomainError('session.not-found', { field: 'id' });
  await sessions.revoke(sid, clock.now());
  revoked.add(sid, session.expires.getTime());
}

export async function endAllSessions(
  { sessions, revoked, clock }: Pick<Gateway, 'sessions' | 'revoked' | 'clock'>,
  drive: DriveId,
): Promise<void> {
  for (const { sid, expires } of await sessions.revokeAll(drive, clock.now()))
    revoked.add(sid, expires.getTime());
}

async function sessionOf({ tokens }: Gateway, authorization: string | undefined): Promise<string | null> {
  try {
    const token = bearerToken(authorization);
    const caller = token && (await tokens.verify(token));
    // All visitors of a link share its `sid`: it is the owner's to end.
    return caller && !caller.scope?.roots ? caller.sid : null;
  } catch (error) {
    if (error instanceof DomainError && error.status === 401) return null;
    throw error;
  }
}
