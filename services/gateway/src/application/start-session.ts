import { DomainError, limits } from '@skyshelf/contracts';
import { type Account, type Profile, readProfile } from '../domain/account.js';
import type { SessionOrigin, SessionScope, Tokens } from '../domain/session.js';
import type { Gateway } from './gateway.js';
import { openAccount } from './open-account.js';
import { followPortrait } from './portrait.js';

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

export async function signIn(
  gateway: Gateway,
  { profile, origin }: { profile: Profile; origin: SessionOrigin },
  trace: string | null,
): Promise<Tokens> {
  const account = await openAccount(gateway, profile, trace);
  const { name, picture } = profile;
  if (account.name !== name || account.picture !== picture) await gateway.accounts.describe(profile);
  await followPortrait(gateway, account.drive, picture);
  return startSession(gateway, { ...account, name, picture }, origin);
}

/**
 * Opens the account on first use.
 * @param user `alice` becomes `local|alice`
 */
export async function issueLocalToken(
  gateway: Gateway,
  user: string,
  trace: string | null,
): Promise<Tokens & { sub: string }> {
  const profile = readProfile('local', { sub: user, name: user });
  if (!profile) throw new DomainError('input.invalid', { field: 'user' });
  const account = await openAccount(gateway, profile, trace);
  return { ...(await startSession(gateway, account, null)), sub: account.sub };
}
