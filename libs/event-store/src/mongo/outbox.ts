import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';
import { type Outbox, slotOf } from '../outbox-port.js';
import type { DomainEvent } from '../port.js';
import { eventsOf, eventsPlan, UNPUBLISHED_INDEX } from './collections.js';
import { makeMissing } from './index-plan.js';
import type { EventDocument } from './documents.js';
import { outboxReads } from './outbox-reads.js';

export interface OutboxOptions {
  db: Db;
  service: ServiceName;
  clock: { now(): Date };
  schemaOf(type: string): number;
}

/** Events without order are sorted by append time; processes may disagree, so no consumer may rely on it. */
export function createOutbox<E extends DomainEvent = never>({
  db,
  service,
  clock,
  schemaOf,
}: OutboxOptions): Outbox<E> {
  const events = eventsOf(db);
  const listeners: ((drive: DriveId) => void)[] = [];
  const nextSeq = createSequence(clock);
  const appendAll: Outbox<E>['appendAll'] = async (session, made) => {
    const at = clock.now();
    const writes = made.map(({ id, drive, actor, trace, data }) => {
      const place = { drive, seq: nextSeq(), version: null, slot: slotOf(drive), pub: false };
      const event = { type: data.type, schema: schemaOf(data.type), data, at, actor, trace };
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

/** Microseconds, never twice in a process. */
function createSequence(clock: { now(): Date }): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, clock.now().getTime() * 1000));
}

/** Index-only. */
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
