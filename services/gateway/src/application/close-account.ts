import { DomainError } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { isFresh, OFFER_MS, type Deletion } from '../domain/deletion.js';
import { endAllSessions } from './end-session.js';
import type { Gateway } from './gateway.js';

const HOUR_MS = 3_600_000;

/**
 * All sessions end; removal follows hours later.
 * @throws DomainError `sign-in.stale`
 */
export async function closeAccount(
  gateway: Gateway,
  { drive, sid }: Pick<Caller, 'drive' | 'sid'>,
  { hours, trace }: { hours: number; trace: string | null },
): Promise<Deletion> {
  const { clock, sessions, deletions } = gateway;
  const now = clock.now();
  const session = await sessions.find(drive, sid);
  if (!session || !isFresh(session.createdAt, now)) throw new DomainError('sign-in.stale');
  const dueAt = new Date(now.getTime() + hours * HOUR_MS);
  const deletion = await deletions.begin({ drive, askedAt: now, dueAt }, { trace });
  if (!deletion) throw new DomainError('auth.revoked');
  // Again, for a sign-in under way; and this process refuses them at once.
  await endAllSessions(gateway, drive);
  return deletion;
}

/** Null when it is too late, or the account is open. */
export async function offerCancellation(
  { accounts, deletions, clock }: Pick<Gateway, 'accounts' | 'deletions' | 'clock'>,
  sub: string,
): Promise<{ code: string; dueAt: Date } | null> {
  const account = await accounts.find(sub);
  if (account?.state !== 'closing') return null;
  return deletions.offer(account.drive, new Date(clock.now().getTime() + OFFER_MS));
}

/** @throws DomainError `keep.expired` */
export async function keepAccount(
  { deletions, clock }: Pick<Gateway, 'deletions' | 'clock'>,
  code: string,
  trace: string | null,
): Promise<void> {
  if (!(await deletions.keep(code, clock.now(), trace))) throw new DomainError('keep.expired');
}
