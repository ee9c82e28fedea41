import type { ServiceName } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';
import { eventsOf } from './collections.js';

interface EpochDocument {
  _id: ServiceName;
  epoch: number;
}

const epochsOf = (db: Db): Collection<EpochDocument> => db.collection('epochs');
const durable = { writeConcern: { w: 'majority', journal: true } } as const;

/**
 * Knows which restore of each service's database is the current one; 0 means none. Every database knows all services,
 * so no one has to be asked.
 */
export class RestoreEpochs {
  private known = new Map<ServiceName, number>();

  constructor(private readonly db: Db) {}

  of(service: ServiceName): number {
    return this.known.get(service) ?? 0;
  }

  async read(): Promise<void> {
    const found = await epochsOf(this.db)
      .find({}, { readConcern: { level: 'majority' } })
      .toArray();
    for (const { _id, epoch } of found) this.learn(_id, epoch);
  }

  /** Takes over a later epoch that another service reports: `skyshelf restored` may have run since the last look. */
  async atLeast(service: ServiceName, epoch: number): Promise<number> {
    if (epoch > this.of(service)) {
      await this.read();
      this.learn(service, epoch);
    }
    return this.of(service);
  }

  all(): readonly number[] {
    return [...this.known.values()];
  }

  private learn(service: ServiceName, epoch: number): void {
    if (epoch > this.of(service)) this.known.set(service, epoch);
  }
}

/** Writes idempotently. */
export async function writeEpoch(db: Db, services: readonly ServiceName[], epoch: number): Promise<void> {
  for (const _id of services) {
    await epochsOf(db).updateOne({ _id }, { $max: { epoch } }, { upsert: true, ...durable });
  }
}

/**
 * Publishes again, in a restored database, what was under way when it was copied. Events without order belong to the
 * new epoch from now on, since older ones on the broker count for nothing.
 * @param withinMs before the last event
 */
export async function publishAgain(db: Db, epoch: number, withinMs: number): Promise<number> {
  const events = eventsOf(db);
  const last = await events.find().sort({ at: -1 }).limit(1).next();
  if (!last) return 0;
  const late = { at: { $gte: new Date(last.at.getTime() - withinMs) } };
  await events.updateMany(
    { version: null, $or: [late, { pub: false }] },
    { $set: { epoch, pub: false } },
    durable,
  );
  const { matchedCount } = await events.updateMany(late, { $set: { pub: false } }, durable);
  return matchedCount;
}
