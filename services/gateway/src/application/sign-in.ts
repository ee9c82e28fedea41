import type { Profile } from '../domain/account.js';
import type { SessionOrigin, Tokens } from '../domain/session.js';
import type { Gateway } from './gateway.js';
import { openAccount } from './open-account.js';
import { followPortrait } from './portrait.js';
import { startSession } from './start-session.js';

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
