import type { AccountOpened, DriveId, GatewayEvent } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import {
  MongoServerError,
  type ClientSession,
  type Collection,
  type Db,
  type TransactionOptions,
} from 'mongodb';
import type { AccountStore } from '../application/gateway.js';
import type { Account, Profile } from '../domain/account.js';

export type AccountDocument = Omit<Account, 'sub'> & { _id: string };

const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11_000;

/** Notice address and portrait are in no archive and no answer. */
const plain = { projection: { notices: 0, portrait: 0 }, readConcern: 'majority' } as const;

const durable: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
};

export class Accounts implements AccountStore {
  readonly #accounts: Collection<AccountDocument>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox<GatewayEvent>,
  ) {
    this.#accounts = db.collection('accounts');
  }

  async find(sub: string): Promise<Account | null> {
    const found = await this.#accounts.findOne({ _id: sub }, plain);
    return found && { ...withoutId(found), sub: found._id };
  }

  async ofDrive(drive: DriveId): Promise<Account | null> {
    const found = await this.#accounts.findOne({ drive }, plain);
    return found && { ...withoutId(found), sub: found._id };
  }

  async ofDrives(drives: readonly DriveId[]): Promise<Account[]> {
    const found = this.#accounts.find({ drive: { $in: [...drives] } }, plain);
    return (await found.toArray()).map((each) => ({ ...withoutId(each), sub: each._id }));
  }

  /** Its person may open another one then. */
  async forget(drive: DriveId): Promise<void> {
    await this.#accounts.deleteOne({ drive }, { writeConcern: { w: 'majority', j: true } });
  }

  async open(account: Account, news: { data: AccountOpened; trace: string | null } | null): Promise<boolean> {
    const { drive, sub } = account;
    const opened = await this.db.client.withSession((session) =>
      session.withTransaction(async () => {
        if (!(await this.#insert(session, account))) {
          await session.abortTransaction();
          return false;
        }
        if (news)
          await this.outbox.append(session, { id: `gateway:${drive}:opened`, drive, actor: sub, ...news });
        return true;
      }, durable),
    );
    if (opened && news) this.outbox.appended(drive);
    return opened;
  }

  async describe({ sub, name, picture }: Profile): Promise<void> {
    await this.#accounts.updateOne({ _id: sub }, { $set: { name, picture } });
  }

  async #insert(session: ClientSession, { sub, ...rest }: Account): Promise<boolean> {
    try {
      await this.#accounts.insertOne({ _id: sub, ...rest }, { session });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

function withoutId({ _id, ...rest }: AccountDocument): Omit<AccountDocument, '_id'> {
  return rest;
}
