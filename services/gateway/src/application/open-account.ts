import { DomainError, driveId, type AccountOpened } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { Clock, IdSource } from '@skyshelf/tokens';
import type { MongoClient } from 'mongodb';
import type { Account, Profile } from '../domain/account.js';
import type { Accounts } from '../infrastructure/accounts.js';

/** Finds somebody's account, or opens it: the account, its drive's id and the news of it become durable together. */
export class OpenAccount {
  constructor(
    private readonly client: MongoClient,
    private readonly accounts: Accounts,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  /** @throws DomainError `drive.closed` while the account is being deleted */
  async run(profile: Profile, trace: string | null): Promise<Account> {
    const known = (await this.accounts.find(profile.sub)) ?? (await this.#open(profile, trace));
    if (known.state === 'closing') throw new DomainError('drive.closed');
    return known;
  }

  /** Opens an account whose drive was brought back. @returns false when the person or the drive has one */
  restored(account: Account): Promise<boolean> {
    return this.client.withSession((session) =>
      session.withTransaction(
        async () => {
          const opened = await this.accounts.insert(session, account);
          if (!opened) await session.abortTransaction();
          return opened;
        },
        { writeConcern: { w: 'majority', j: true } },
      ),
    );
  }

  async #open(profile: Profile, trace: string | null): Promise<Account> {
    const account: Account = {
      ...profile,
      drive: driveId.parse(this.ids.next()),
      state: 'open',
      createdAt: this.clock.now(),
    };
    const opened = await this.client.withSession((session) =>
      session.withTransaction(
        async () => {
          if (!(await this.accounts.insert(session, account))) {
            await session.abortTransaction();
            return false;
          }
          const data: AccountOpened = {
            type: 'gateway.account.opened',
            sub: account.sub,
            name: account.name,
          };
          await this.outbox.append(session, {
            id: `gateway:${account.drive}:opened`,
            drive: account.drive,
            actor: account.sub,
            trace,
            data,
          });
          return true;
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } },
      ),
    );
    if (!opened) return this.#openedByAnother(profile.sub);
    this.outbox.appended(account.drive);
    return account;
  }

  async #openedByAnother(sub: string): Promise<Account> {
    const account = await this.accounts.find(sub);
    if (!account) throw new DomainError('service.unavailable');
    return account;
  }
}
