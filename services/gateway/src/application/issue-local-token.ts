import { DomainError } from '@skyshelf/contracts';
import { readProfile } from '../domain/profile.js';
import type { Tokens } from '../domain/session.js';
import type { Gateway } from './gateway.js';
import { openAccount } from './open-account.js';
import { startSession } from './start-session.js';

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
