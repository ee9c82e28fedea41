import type { EventMessage } from '@skyshelf/contracts';
import type { EventSource, Subscription } from './port.js';

export interface ResyncOptions {
  /** The consumer to refill. */
  consumer: Pick<Subscription, 'deliver' | 'rereadCursors'>;
  /** The owner of the events. */
  source: Pick<EventSource, 'all'>;
  /** Events read at a time, default 500. */
  page?: number;
  /** Go on after this event's id, the `last` of an earlier run that was broken off. */
  after?: string | null;
}

/**
 * Hands all of an owner's events to a consumer once more. Its cursors and marks decide as ever: what it has passed it skips, what it lacks it handles, what
 * is parked stays parked. For a consumer that is new, or whose database came back older from a backup.
 * @returns how many events were read, and the last one's id
 */
export async function resync({
  consumer,
  source,
  page = 500,
  after = null,
}: ResyncOptions): Promise<{ read: number; last: string | null }> {
  consumer.rereadCursors();
  let sum = 0;
  let position = after;
  for (;;) {
    const { read, last } = await resyncPage({ consumer, source, page, after: position });
    if (read === 0) return { read: sum, last: position };
    sum += read;
    position = last;
  }
}

/** One page of it; what the consumer remembers of its cursors is believed. */
export async function resyncPage({
  consumer,
  source,
  page = 500,
  after = null,
}: ResyncOptions): Promise<{ read: number; last: string | null }> {
  const events = await source.all(after, page);
  await Promise.all(
    [...Map.groupBy(events, ({ drive }) => drive).values()].map((its: EventMessage[]) =>
      consumer.deliver(its),
    ),
  );
  return { read: events.length, last: events.at(-1)?.id ?? after };
}
