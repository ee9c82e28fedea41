import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { Collection, Db, Filter, FindOptions } from 'mongodb';
import { messageOf, type Outbox, slotOf, type UnderWay, type YoungEvents } from '../outbox-port.js';
import type { DomainEvent } from '../port.js';
import { eventsOf, eventsPlan, STREAM_INDEX, UNPUBLISHED_INDEX } from './collections.js';
import { makeMissing } from './index-plan.js';
import type { EventDocument } from './documents.js';

const STREAM_ORDER = { drive: 1, seq: 1, _id: 1 } as const;
const QUEUE_ORDER = { slot: 1, drive: 1, seq: 1 } as const;

/** Events that may be rolled back must not leave the service. */
const MAJORITY: FindOptions = { readConcern: { level: 'majority' }, readPreference: 'primary' };

function outboxReads(
  events: Collection<EventDocument>,
  service: ServiceName,
): Pick<Outbox, 'pending' | 'after' | 'all'> {
  const read = async (filter: object, limit: number, options: FindOptions): Promise<EventMessage[]> => {
    const found = await events.find(filter, { ...MAJORITY, limit, batchSize: limit, ...options }).toArray();
    return found.map(({ _id: id, ...event }) => messageOf(service, { id, ...event }));
  };
  const stream = { sort: STREAM_ORDER, hint: STREAM_INDEX };
  return {
    pending: async (slots, limit, underWay = NOTHING, young) => {
      const [first, ...more] = young
        ? wanted(slots, underWay, young)
        : [{ slot: { $in: [...slots] }, ...except(underWay.drives, [...underWay.ids.keys()]) }];
      if (!first) return [];
      const unpublished = [first, ...more].map((each) => ({ pub: false, ...each }));
      const filter = more.length > 0 ? { $or: unpublished } : { ...unpublished[0] };
      return read(filter, limit, { sort: QUEUE_ORDER, hint: UNPUBLISHED_INDEX });
    },

    after: (drive, version, limit) => read({ drive, seq: { $gt: version } }, limit, stream),

    async all(after, limit) {
      const last = after === null ? null : await events.findOne({ _id: after }, MAJORITY);
      if (!last) return read({}, limit, stream);
      const { drive, seq, _id } = last;
      // `min` begins at exactly this index key.
      return (await read({}, limit + 1, { ...stream, min: { drive, seq, _id } })).slice(1);
    },
  };
}

const NOTHING: UnderWay = { drives: [], ids: new Map(), upTo: new Map() };

/** Each alternative is an index range, so events under way are not fetched; the server merges in order. */
function wanted(
  slots: readonly number[],
  underWay: UnderWay,
  { drives, since }: YoungEvents,
): Filter<EventDocument>[] {
  const { ids, upTo } = underWay;
  const others = new Set(drives.filter((drive) => !upTo.has(drive)));
  const idsOfOthers = [...ids].filter(([, drive]) => others.has(drive)).map(([id]) => id);
  const late = (): Filter<EventDocument> => ({
    slot: { $in: [...slots] },
    at: { $lte: since },
    ...except(underWay.drives, [...ids.keys()]),
  });
  const ofOthers = {
    slot: { $in: [...new Set([...others].map(slotOf))] },
    drive: { $in: [...others] },
    ...except([], idsOfOthers),
  };
  const ofBusy = [...upTo].map(([drive, version]) => ({
    slot: slotOf(drive),
    drive,
    seq: { $gt: version },
  }));
  return [...(slots.length > 0 ? [late()] : []), ...(others.size > 0 ? [ofOthers] : []), ...ofBusy];
}

const except = (drives: readonly DriveId[], ids: readonly string[]): Filter<EventDocument> => ({
  ...(drives.length > 0 && { drive: { $nin: [...drives] } }),
  ...(ids.length > 0 && { _id: { $nin: [...ids] } }),
});

export interface OutboxOptions {
  db: Db;
  service: ServiceName;
  clock: { now(): Date };
  schemaOf(type: string): number;
  /** Default: 0. */
  epoch?: (() => number) | undefined;
}

/** Events without order are sorted by append time; processes may disagree, so no consumer may rely on it. */
export function createOutbox<E extends DomainEvent = never>({
  db,
  service,
  clock,
  schemaOf,
  epoch: epochNow = () => 0,
}: OutboxOptions): Outbox<E> {
  const events = eventsOf(db);
  const listeners: ((drive: DriveId) => void)[] = [];
  const nextSeq = createSequence(clock);
  const appendAll: Outbox<E>['appendAll'] = async (session, made) => {
    const at = clock.now();
    const epoch = epochNow();
    const writes = made.map(({ id, drive, actor, device, trace, data }) => {
      const place = { drive, seq: nextSeq(), version: null, slot: slotOf(drive), pub: false };
      const life = epoch > 0 ? { epoch } : {};
      const event = { type: data.type, schema: schemaOf(data.type), data, at, actor, device, trace, ...life };
      // An upsert: a duplicate key would abort the caller's transaction.
      return {
        updateOne: { filter: { _id: id }, update: { $setOnInsert: { ...place, ...event } }, upsert: true },
      };
    });
    if (writes.length > 0) await events.bulkWrite(writes, { session, ignoreUndefined: true });
  };
  return {
    ...outboxReads(events, service),

    append: (session, event) => appendAll(session, [event]),
    appendAll,

    markPublished: sharedWrite(async (ids) => {
      // After a crash the events repeat, which consumers allow for.
      const options = { writeConcern: { w: 1 } };
      await events.updateMany({ _id: { $in: [...ids] } }, { $set: { pub: true } }, options);
    }),

    depth: () => depthOf(events, clock.now()),
    onAppended: (listener) => void listeners.push(listener),
    appended: (drive) => listeners.forEach((listener) => listener(drive)),
    prepare: async () => void (await makeMissing(db, eventsPlan)),
  };
}

/** Gives microseconds, never twice in a process. */
function createSequence(clock: { now(): Date }): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, clock.now().getTime() * 1000));
}

async function depthOf(
  events: Collection<EventDocument>,
  now: Date,
): Promise<{ events: number; oldestAgeMs: number }> {
  const group = { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$at' } } };
  const [found] = await events
    .aggregate<{ count: number; oldest: Date }>([{ $match: { pub: false } }, group], {
      hint: UNPUBLISHED_INDEX,
    })
    .toArray();
  if (!found) return { events: 0, oldestAgeMs: 0 };
  return { events: found.count, oldestAgeMs: Math.max(0, now.getTime() - found.oldest.getTime()) };
}

interface Round<T> {
  items: T[];
  done: Promise<void>;
}

/** Callers that come during a write share the next one; so do failures. */
export function sharedWrite<T>(
  write: (items: readonly T[]) => Promise<void>,
): (items: readonly T[]) => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Round<T> | null = null;

  const run = async (items: readonly T[]): Promise<void> => {
    const mine = write(items).finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    await mine;
  };
  const after = async (before: Promise<void>, items: readonly T[]): Promise<void> => {
    await before.catch(() => {}); // Its own callers hear of it.
    next = null;
    await run(items);
  };

  return (items) => {
    if (items.length === 0) return Promise.resolve();
    if (!running) return run(items);
    if (next) {
      next.items.push(...items);
    } else {
      const collected = [...items];
      next = { items: collected, done: after(running, collected) };
    }
    return next.done;
  };
}
