import type { DriveId } from '@skyshelf/contracts';
import { MongoServerError, type ClientSession, type Collection, type Db } from 'mongodb';
import type { Account, Profile } from '../domain/account.js';

type AccountDocument = Omit<Account, 'sub'> & { _id: string };

const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11_000;

/** `sub → drive`: the one place that knows whose a drive is. */
export class Accounts {
  readonly #accounts: Collection<AccountDocument>;

  constructor(db: Db) {
    this.#accounts = db.collection('accounts');
  }

  async prepare(): Promise<void> {
    await this.#accounts.createIndex({ drive: 1 }, { unique: true });
  }

  async find(sub: string): Promise<Account | null> {
    const found = await this.#accounts.findOne({ _id: sub }, { readConcern: 'majority' });
    return found && { ...withoutId(found), sub: found._id };
  }

  /** @returns false when somebody else opened it in the same moment */
  async insert(session: ClientSession, account: Account): Promise<boolean> {
    const { sub, ...rest } = account;
    try {
      await this.#accounts.insertOne({ _id: sub, ...rest }, { session });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** People change their name and picture at the provider. */
  async describe({ sub, name, picture }: Profile): Promise<void> {
    await this.#accounts.updateOne({ _id: sub }, { $set: { name, picture } });
  }

  async ofDrive(drive: DriveId): Promise<Account | null> {
    const found = await this.#accounts.findOne({ drive });
    return found && { ...withoutId(found), sub: found._id };
  }
}

function withoutId({ _id, ...rest }: AccountDocument): Omit<AccountDocument, '_id'> {
  return rest;
}
