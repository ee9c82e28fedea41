import { MongoServerError, type Collection, type Db } from 'mongodb';
import type { BusClock } from '../bus-options.js';

/** Times are the server's. */
export interface LeaseDocument {
  /** Format: `relay/slot/<n>` or `relay/member/<holder>`. */
  _id: string;
  holder: string;
  until: Date;
}

export const SLOTS = 64;
const slotIds = Array.from({ length: SLOTS }, (_, slot) => `relay/slot/${slot}`);
const slotOf = (id: string): number => Number(id.slice('relay/slot/'.length));
const memberId = (holder: string): string => `relay/member/${holder}`;

/**
 * Shares an outbox's slots between relays, for leftovers. Leases only save double work: consumers recognise
 * repeats.
 */
export class SlotLeases {
  private readonly leases: Collection<LeaseDocument>;
  private slots: number[] = [];
  private renewAt = 0;
  private heldUntil = 0;

  constructor(
    db: Db,
    private readonly holder: string,
    private readonly leaseMs: number,
    private readonly clock: BusClock,
  ) {
    this.leases = db.collection<LeaseDocument>('leases');
  }

  /** May run in many processes at once. */
  async prepare(): Promise<void> {
    const free = slotIds.map((_id) => ({ _id, holder: '', until: new Date(0) }));
    await this.leases.insertMany(free, { ordered: false }).catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.code === 11000)) throw error;
    });
  }

  /** Renews them after a third of their time. */
  async held(): Promise<readonly number[]> {
    const now = this.clock.now().getTime();
    if (now >= this.heldUntil) this.slots = [];
    if (now >= this.renewAt) {
      this.slots = await this.renew();
      this.renewAt = now + this.leaseMs / 3;
      this.heldUntil = now + this.leaseMs;
    }
    return this.slots;
  }

  holds(slot: number): boolean {
    return this.slots.includes(slot);
  }

  async release(): Promise<void> {
    await this.leases.updateMany(
      { _id: { $in: slotIds }, holder: this.holder },
      { $set: { until: new Date(0) } },
    );
    await this.leases.deleteOne({ _id: memberId(this.holder) });
  }

  private async renew(): Promise<number[]> {
    await this.leases.updateOne({ _id: memberId(this.holder) }, this.taken(), { upsert: true });
    const rows = await this.leases
      .aggregate<{ _id: string; holder: string; live: boolean }>([
        { $project: { holder: 1, live: { $gt: ['$until', '$$NOW'] } } },
      ])
      .toArray();
    const members = rows.filter(({ _id, live }) => live && _id.startsWith('relay/member/')).length;
    const share = Math.ceil(SLOTS / Math.max(1, members));
    const slots = rows.filter(({ _id }) => _id.startsWith('relay/slot/'));
    const mine = slots.filter(({ holder }) => holder === this.holder).map(({ _id }) => _id);
    const free = slots.filter(({ holder, live }) => holder !== this.holder && !live).map(({ _id }) => _id);
    const surplus = mine.slice(share);
    if (surplus.length > 0) {
      await this.leases.updateMany(
        { _id: { $in: surplus }, holder: this.holder },
        { $set: { holder: '', until: new Date(0) } },
      );
    }
    return this.take([...mine, ...free].slice(0, share));
  }

  private async take(wanted: readonly string[]): Promise<number[]> {
    const takable = [{ holder: this.holder }, { $expr: { $lte: ['$until', '$$NOW'] } }];
    await this.leases.updateMany({ _id: { $in: [...wanted] }, $or: takable }, this.taken());
    const held = await this.leases.find({ _id: { $in: [...wanted] }, holder: this.holder }).toArray();
    return held.map(({ _id }) => slotOf(_id)).sort((a, b) => a - b);
  }

  private taken() {
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: this.leaseMs } };
    return [{ $set: { holder: this.holder, until } }];
  }
}
