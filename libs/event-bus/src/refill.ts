import { DomainError, type RefilledPage, type RefillRequest, type ServiceName } from '@skyshelf/contracts';
import type { EventBus, EventSource } from './port.js';
import { resyncPage } from './resync.js';

export interface RefillDeps {
  bus: Pick<EventBus, 'consumer'>;
  consumer: ServiceName;
  /** Where the events of a service are read: the owner's `/internal/events/all`. */
  sourceOf(service: ServiceName): Pick<EventSource, 'all'>;
}

/**
 * The part of a service in the operator's `resync`: takes its consumer through all events of another service again, page by page. The caller keeps the
 * place, so each page may be taken by another replica, and a page may be repeated.
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
    // The database may have been replaced behind this process's back.
    if (run !== this.lastRun) consumer.rereadCursors();
    this.lastRun = run;
    return resyncPage({ consumer, source: sourceOf(source), page: limit, after });
  }
}
