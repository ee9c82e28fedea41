import { archivedAccount, DomainError } from '@skyshelf/contracts';
import type { DriveOwner } from '@skyshelf/service';
import { z } from 'zod';
import { endAllSessions } from '../application/end-session.js';
import type { Gateway } from '../application/gateway.js';
import { restoreAccount } from '../application/open-account.js';
import type { Accounts } from './accounts.js';
import type { StoredConnectionOffers } from './extension.js';
import type { NoticeAddresses } from './notice-addresses.js';
import type { Sessions } from './sessions.js';

const accountLine = z.strictObject({ account: archivedAccount });

interface Deps {
  gateway: Pick<Gateway, 'accounts' | 'sessions' | 'revoked' | 'clock'>;
  accounts: Accounts;
  sessions: Sessions;
  offers: StoredConnectionOffers;
  notices: NoticeAddresses;
}

export const gatewayOwner = ({ gateway, accounts, sessions, offers, notices }: Deps): DriveOwner => ({
  exports: {
    account: async function* (drive) {
      const account = await accounts.ofDrive(drive);
      if (account) yield account;
    },
  },
  knows: async (drive) => (await accounts.ofDrive(drive)) !== null,
  /** Without an event, so nothing is set up twice. */
  async restore(drive, _, pages) {
    for await (const page of pages)
      for (const line of page) {
        const { account } = accountLine.parse(line);
        if (account.drive !== drive || !(await restoreAccount(gateway, { ...account, state: 'open' })))
          throw new DomainError('input.invalid', { message: `${account.sub} has signed in here meanwhile.` });
      }
  },
  async forget(drive) {
    // Revoked before removal: other processes hear of revocations only.
    await endAllSessions(gateway, drive);
    await offers.forget(drive);
    await notices.forget(drive);
    await accounts.forget(drive);
    await sessions.forget(drive);
  },
});
