import { eventCatalogue, eventTypeOf, type ServiceName } from '@skyshelf/contracts';
import { createOutbox, type DomainEvent, type Outbox, type OutboxOptions } from '@skyshelf/event-store';

export const createServiceOutbox = <E extends DomainEvent = never>(
  service: ServiceName,
  { db, clock }: Pick<OutboxOptions, 'db' | 'clock'>,
): Outbox<E> => createOutbox({ db, clock, service, schemaOf: (type) => eventTypeOf(type)?.schema ?? 1 });

export const publishes = (service: ServiceName): boolean =>
  eventCatalogue.some(({ source }) => source === service);
