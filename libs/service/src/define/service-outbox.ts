import { eventCatalogue, eventTypeOf, type ServiceName } from '@skyshelf/contracts';
import { createOutbox, type DomainEvent, type Outbox, type OutboxOptions } from '@skyshelf/event-store';

/** A service's events on their way out, in its own database. */
export const createServiceOutbox = <E extends DomainEvent = never>(
  service: ServiceName,
  { db, clock }: Pick<OutboxOptions, 'db' | 'clock'>,
): Outbox<E> => createOutbox({ db, clock, service, schemaOf: (type) => eventTypeOf(type)?.schema ?? 1 });

/** Whether a service publishes events at all. */
export const publishes = (service: ServiceName): boolean =>
  eventCatalogue.some(({ source }) => source === service);
