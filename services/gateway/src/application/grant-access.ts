import { DomainError, limits, scopeSid, type AccessScope, type DriveId } from '@skyshelf/contracts';
import type { Gateway } from './gateway.js';

/**
 * A token that opens an account's drive as far as its scope reaches. It names no user: not its owner, and not
 * the user who holds it.
 * @throws DomainError `drive.closed`; `auth.revoked` for a generation that has ended
 */
export async function grantAccess(
  { accounts, issuer, revoked, clock }: Pick<Gateway, 'accounts' | 'issuer' | 'revoked' | 'clock'>,
  drive: DriveId,
  scope: AccessScope,
  lastsMs: number,
): Promise<{ token: string; expires: Date }> {
  const account = await accounts.ofDrive(drive);
  if (account?.state !== 'open') throw new DomainError('drive.closed');
  if (revoked.has(scopeSid(scope))) throw new DomainError('auth.revoked');
  const now = clock.now();
  const expires = new Date(now.getTime() + Math.min(lastsMs, limits.sessionMs));
  return { token: await issuer.signScope({ drive, scope, issued: now, expires }), expires };
}

/**
 * Ends the scope's tokens at every replica, as a session ends. May be repeated: the caller stores the answer
 * afterwards.
 * @returns the generation of the tokens to come
 */
export async function endGeneration(
  { sessions, revoked, clock }: Pick<Gateway, 'sessions' | 'revoked' | 'clock'>,
  drive: DriveId,
  scope: Pick<AccessScope, 'kind' | 'id' | 'generation'>,
): Promise<number> {
  const now = clock.now();
  const ended = { sid: scopeSid(scope), kind: scope.kind, drive };
  const expires = new Date(now.getTime() + limits.sessionMs);
  await sessions.endGeneration(ended, now, expires);
  revoked.add(ended.sid, expires.getTime());
  return scope.generation + 1;
}
