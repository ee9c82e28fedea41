import type { DriveId, GatewayEvent } from '@skyshelf/contracts';
import { COUNTED_MS, countSending } from '@skyshelf/contracts/rules';
import type { Outbox } from '@skyshelf/event-store';
import type { ClientSession, Collection, Db, TransactionOptions } from 'mongodb';
import { nameOfAccount, type RequestCause, type NoticeStore } from '../application/notice-address.js';
import type { RequestedAddress, Notices } from '../domain/notices.js';
import type { AccountDocument } from './accounts.js';

interface CountDocument {
  _id: string;
  sent: Date[];
  expires: Date;
}

const durable = { writeConcern: { w: 'majority', j: true } } as const;
const snapshotOptions: TransactionOptions = { readConcern: { level: 'snapshot' }, ...durable };

export class NoticeAddresses implements NoticeStore {
  readonly #accounts: Collection<AccountDocument & { notices?: Partial<Notices> }>;
  readonly #counts: Collection<CountDocument>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox<GatewayEvent>,
  ) {
    this.#accounts = db.collection('accounts');
    this.#counts = db.collection('notice-mails');
  }

  async of(drive: DriveId): Promise<Notices> {
    const options = { projection: { notices: 1 }, readConcern: 'majority' } as const;
    const found = await this.#accounts.findOne({ drive }, options);
    return { address: null, asked: null, ...found?.notices };
  }

  async ask(
    drive: DriveId,
    asked: RequestedAddress,
    { counted, actor, trace, now }: RequestCause,
  ): Promise<boolean> {
    const { confirmation } = asked;
    const isAsked = await this.db.client.withSession((session) =>
      session.withTransaction(async () => {
        const kept = await this.#accounts.updateOne(
          { drive, state: 'open' },
          { $set: { 'notices.asked': asked } },
          { session },
        );
        if (kept.matchedCount === 0 || !(await this.#count(session, counted, now))) {
          await session.abortTransaction();
          return false;
        }
        const id = `gateway:${drive}:notices:${confirmation}`;
        const data = { type: 'gateway.notices.asked', confirmation } as const;
        await this.outbox.append(session, { id, drive, actor, trace, data });
        return true;
      }, snapshotOptions),
    );
    if (isAsked) this.outbox.appended(drive);
    return isAsked;
  }

  async confirm(drive: DriveId, confirmation: string, now: Date): Promise<boolean> {
    const waiting = {
      drive,
      'notices.asked.confirmation': confirmation,
      'notices.asked.expires': { $gt: now },
    };
    const confirmed = { $set: { notices: { address: '$notices.asked.address', asked: null } } };
    return (await this.#accounts.updateOne(waiting, [confirmed], durable)).matchedCount === 1;
  }

  async remove(drive: DriveId): Promise<void> {
    await this.#accounts.updateOne({ drive }, { $unset: { notices: '' } }, durable);
  }

  async stop(drive: DriveId): Promise<boolean> {
    const stopped = { $set: { 'notices.stopped': true } } as const;
    return (await this.#accounts.updateOne({ drive }, stopped, durable)).matchedCount === 1;
  }

  async forget(drive: DriveId): Promise<void> {
    await this.#counts.deleteOne({ _id: nameOfAccount(drive) }, durable);
  }

  async #count(session: ClientSession, names: readonly string[], now: Date): Promise<boolean> {
    const expires = new Date(now.getTime() + COUNTED_MS);
    for (const _id of names) {
      const known = await this.#counts.findOne({ _id }, { session });
      const sent = countSending(known?.sent ?? [], now);
      if (!sent) return false;
      await this.#counts.updateOne({ _id }, { $set: { sent, expires } }, { session, upsert: true });
    }
    return true;
  }
}
