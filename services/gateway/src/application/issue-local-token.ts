import { DomainError } from '@skyshelf/contracts';
import { readProfile } from '../domain/profile.js';
import type { Tokens } from '../domain/session.js';
import type { Gateway } from './gateway.js';
import { openAccount } from './open-account.js';
import { startSession } from './start-session.js';

/**
 * A token for scripts, asked for with the installation's secret. Opens the account on first use.
 * @param user the name at the local identity provider: `alice` becomes `local|alice`
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
