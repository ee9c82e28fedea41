import {
  type EventMessage,
  DomainError,
  type RefilledPage,
  type RefillRequest,
  type ServiceName,
} from '@skyshelf/contracts';
import type { EventSource, Subscription, EventBus } from './port.js';

export interface ResyncOptions {
  consumer: Pick<Subscription, 'deliver' | 'rereadCursors'>;
  source: Pick<EventSource, 'all'>;
  /** The number of events a page, default 500. */
  page?: number;
  /** The `last` of an interrupted run. */
  after?: string | null;
}

/**
 * For a new consumer or one restored from an older backup: cursors and marks skip what was passed, and what
 * is parked stays parked.
 * @returns how many events were read, and the last one's id
 */
export async function resync({
  consumer,
  source,
  page = 500,
  after = null,
}: ResyncOptions): Promise<{ read: number; last: string | null }> {
  await consumer.rereadCursors();
  let sum = 0;
  let position = after;
  for (;;) {
    const { read, last } = await resyncPage({ consumer, source, page, after: position });
    if (read === 0) return { read: sum, last: position };
    sum += read;
    position = last;
  }
}

/** One page; trusts the cached cursors. */
async function resyncPage({
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

export interface RefillDeps {
  bus: Pick<EventBus, 'consumer'>;
  consumer: ServiceName;
  /** The owner's `/internal/events/all`. */
  sourceOf(service: ServiceName): Pick<EventSource, 'all'>;
}

/** A service's part in `resync`. The caller keeps the position, so any replica may take a page, also twice. */
export class Refill {
  private lastRun: string | null = null;

  constructor(private readonly deps: RefillDeps) {}

  /** @throws DomainError `service.unavailable` when the consumer does not run in this process */
  async page({ run, source, after, limit }: RefillRequest): Promise<RefilledPage> {
    const { bus, consumer: name, sourceOf } = this.deps;
    const consumer = bus.consumer(name);
    if (!consumer) {
      throw new DomainError('service.unavailable', { cause: new Error(`The consumer ${name} does not run`) });
    }
    // The database may have been replaced.
    if (run !== this.lastRun) await consumer.rereadCursors();
    this.lastRun = run;
    return resyncPage({ consumer, source: sourceOf(source), page: limit, after });
  }
}
