import { eventMessage, type DriveId, type EventMessage, type ServiceName } from '@skyshelf/contracts';
import type { Db, FindOptions } from 'mongodb';
import type { Outbox } from '../outbox-port.js';
import { slotOf } from '../slot.js';
import { eventsOf, prepareEvents, STREAM_INDEX, UNPUBLISHED_INDEX } from './collections.js';
import type { EventDocument } from './documents.js';

export interface OutboxOptions {
  db: Db;
  service: ServiceName;
  clock: { now(): Date };
  /** The version of an event type's schema. */
  schemaOf(type: string): number;
}

const STREAM_ORDER = { drive: 1, seq: 1, _id: 1 } as const;

/** What may still be rolled back must not leave the service. */
const MAJORITY: FindOptions = { readConcern: { level: 'majority' }, readPreference: 'primary' };

/**
 * The `events` collection of a service as its outbox: of a drive-ordered service beside its drive store, of any other on its own.
 * Events without order are sorted by the time they were appended at; two processes may order them differently, so nobody may rely on it.
 */
export function createOutbox({ db, service, clock, schemaOf }: OutboxOptions): Outbox {
  const events = eventsOf(db);
  const listeners: ((drive: DriveId) => void)[] = [];
  const nextSeq = createSequence(clock);
  const toMessage = messageOf(service);
  const read = async (
    filter: object,
    sort: Record<string, 1>,
    limit: number,
    options: FindOptions,
  ): Promise<EventMessage[]> =>
    (
      await events
        .find(filter, { hint: STREAM_INDEX, ...MAJORITY, limit, batchSize: limit, sort, ...options })
        .toArray()
    ).map(toMessage);

  return {
    async append(session, { id, drive, actor, trace, data }) {
      const { type } = data;
      const made = {
        version: null,
        type,
        schema: schemaOf(type),
        data,
        at: clock.now(),
        actor,
        trace,
        slot: slotOf(drive),
        pub: false,
      };
      // An upsert, not an insert: a duplicate key would end the caller's transaction.
      const options = { session, upsert: true, ignoreUndefined: true };
      await events.updateOne({ _id: id }, { $setOnInsert: { drive, seq: nextSeq(), ...made } }, options);
    },

    pending: (slots, limit) =>
      read({ pub: false, slot: { $in: [...slots] } }, { slot: 1, drive: 1, seq: 1 }, limit, {
        hint: UNPUBLISHED_INDEX,
      }),

    async markPublished(ids) {
      if (ids.length === 0) return;
      // Not durable at once: after a crash the events are published again, which consumers allow for.
      await events.updateMany(
        { _id: { $in: [...ids] } },
        { $set: { pub: true } },
        { writeConcern: { w: 1 } },
      );
    },

    after: (drive, version, limit) => read({ drive, seq: { $gt: version } }, STREAM_ORDER, limit, {}),

    async all(after, limit) {
      const last =
        after === null
          ? null
          : await events.findOne({ _id: after }, { ...MAJORITY, projection: { drive: 1, seq: 1 } });
      if (!last) return read({}, STREAM_ORDER, limit, {});
      const { drive, seq, _id } = last;
      // `min` begins at exactly this key of the index, whatever lies before.
      return (await read({}, STREAM_ORDER, limit + 1, { min: { drive, seq, _id } })).slice(1);
    },

    async depth() {
      const pipeline = [
        { $match: { pub: false } },
        { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$at' } } },
      ];
      const [found] = await events
        .aggregate<{ count: number; oldest: Date }>(pipeline, { hint: UNPUBLISHED_INDEX })
        .toArray();
      if (!found) return { events: 0, oldestAgeMs: 0 };
      return {
        events: found.count,
        oldestAgeMs: Math.max(0, clock.now().getTime() - found.oldest.getTime()),
      };
    },

    onAppended: (listener) => void listeners.push(listener),
    appended: (drive) => listeners.forEach((listener) => listener(drive)),
    prepare: () => prepareEvents(db),
  };
}

/** Microseconds of the clock, never twice the same in one process. */
function createSequence(clock: { now(): Date }): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, clock.now().getTime() * 1000));
}

/** @throws ZodError when what is stored is no event */
const messageOf =
  (source: ServiceName) =>
  ({ _id, type, schema, drive, version, at, actor, trace, data }: EventDocument): EventMessage => {
    const message = eventMessage.parse({
      id: _id,
      source,
      type,
      schema,
      drive,
      version,
      at: at.toISOString(),
      actor,
      trace,
      data,
    });
    return { ...message, data: message.data };
  };
