import { DomainError, type RefilledPage, type RefillRequest, type ServiceName } from '@skyshelf/contracts';
import type { EventBus, EventSource } from './port.js';
import { resyncPage } from './resync.js';

export interface RefillDeps {
  bus: Pick<EventBus, 'consumer'>;
  consumer: ServiceName;
  /** The owner's `/internal/events/all`. */
  sourceOf(service: ServiceName): Pick<EventSource, 'all'>;
}

/**
 * A service's part in `resync`: all events of another service again, page by page. The caller keeps the
 * position, so any replica may take a page, also twice.
 */
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
    if (run !== this.lastRun) consumer.rereadCursors();
    this.lastRun = run;
    return resyncPage({ consumer, source: sourceOf(source), page: limit, after });
  }
}
