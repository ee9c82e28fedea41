import { DomainError, driveId } from '@skyshelf/contracts';
import type { Account, Profile } from '../domain/account.js';
import type { Gateway } from './gateway.js';

/** @throws DomainError `drive.closed` while the account is being deleted */
export async function openAccount(
  gateway: Gateway,
  profile: Profile,
  trace: string | null,
): Promise<Account> {
  const known = (await gateway.accounts.find(profile.sub)) ?? (await openNew(gateway, profile, trace));
  if (known.state === 'closing') throw new DomainError('drive.closed');
  return known;
}

/** Opens the account of a restored drive. @returns false when the person or the drive has one */
export const restoreAccount = ({ accounts }: Pick<Gateway, 'accounts'>, account: Account): Promise<boolean> =>
  // Without the event: its drive is set up already.
  accounts.open(account, null);

async function openNew(
  { accounts, ids, clock }: Gateway,
  profile: Profile,
  trace: string | null,
): Promise<Account> {
  const drive = driveId.parse(ids.next());
  const account: Account = { ...profile, drive, state: 'open', createdAt: clock.now() };
  const { sub, name } = account;
  if (await accounts.open(account, { data: { type: 'gateway.account.opened', sub, name }, trace }))
    return account;
  // Another request opened it at the same moment.
  const other = await accounts.find(sub);
  if (!other) throw new DomainError('service.unavailable');
  return other;
}
