import { setTimeout as pause } from 'node:timers/promises';
import type { DriveId, EventMessage } from '@skyshelf/contracts';
import { createInProcessBus, startRelay, type EventBus } from '@skyshelf/event-bus';
import { slotOf, type Outbox } from '@skyshelf/event-store';
import { systemClock } from '@skyshelf/tokens';
import type { Db } from 'mongodb';
import { createServiceOutbox } from '@skyshelf/service';
import type { CrashPoints } from './crash-points.js';
import { watched, withMethods } from './watched.js';

const nothing = () => undefined;
const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const LIMIT = 1000;

/** The effect of an event in another service, which may be counted more than once. */
export interface Effect {
  drive: DriveId;
  type: string;
}

/**
 * Publishes a drive's events by the relay, over the bus, to another service which does something on each;
 * returns when nothing is left in the outbox.
 */
export async function publishAll(db: Db, points: CrashPoints, drive: DriveId): Promise<void> {
  const clock = systemClock;
  const outbox = createServiceOutbox('catalog', { db, clock });
  const pending = async () =>
    (await outbox.pending([slotOf(drive)], LIMIT)).filter((event) => event.drive === drive);
  if ((await pending()).length === 0) return;
  const bus = watched<EventBus>(points, 'bus', createInProcessBus({ logger: quiet, clock }), {
    later: ['publish'],
  });
  await bus.subscribe({
    name: 'storage',
    db,
    handlers: new Map((await pending()).map(({ type }) => [type, handler])),
  });
  const port = outboxOf(points, outbox, pending);
  const relay = await startRelay({
    service: 'catalog',
    holder: 'catalog',
    outbox: port,
    bus,
    db,
    clock,
    logger: quiet,
  });
  void points.died.then(() => relay.stop({ drainMs: 0 }));
  // What was read a moment ago may have been cleared before: only the outbox itself tells that nothing is left.
  while (!points.isDead && (await pending()).length > 0) await pause(20);
  await relay.stop({ drainMs: 0 });
  await bus.close();

  function handler(event: EventMessage, context: Parameters<Handler>[1]): Promise<void> {
    return points.around('the effect of an event', () =>
      context.effect(async (session, own) => {
        const effect: Effect = { drive: event.drive, type: event.type };
        await own.collection('effects').insertOne(effect, { session });
      }),
    );
  }
}

type Handler =
  Parameters<EventBus['subscribe']>[0]['handlers'] extends ReadonlyMap<string, infer H> ? H : never;

/** The outbox of one drive: others are under trial at the same time. */
function outboxOf(points: CrashPoints, outbox: Outbox, pending: () => Promise<EventMessage[]>): Outbox {
  return withMethods(outbox, (method) => {
    if (method === 'pending') return () => (points.isDead ? new Promise(nothing) : pending());
    if (method !== 'markPublished') return null;
    return (ids) => points.around('outbox.markPublished', () => outbox.markPublished(ids as string[]));
  });
}
