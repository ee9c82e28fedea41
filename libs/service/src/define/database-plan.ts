import { type ServiceName, eventCatalogue, eventTypeOf } from '@skyshelf/contracts';
import { consumerPlan } from '@skyshelf/event-bus';
import {
  eventsPlan,
  joined,
  type IndexPlan,
  createOutbox,
  RestoreEpochs,
  type DomainEvent,
  type Outbox,
  type OutboxOptions,
} from '@skyshelf/event-store';

export interface PlannedService {
  name: ServiceName;
  consumes: readonly ServiceName[];
  indexes?(): Promise<{ indexes: IndexPlan }>;
}

export async function databasePlan({ name, consumes, indexes }: PlannedService): Promise<IndexPlan> {
  const { indexes: own = {} } = (await indexes?.()) ?? {};
  const outbox = publishes(name) && !('events' in own) ? eventsPlan : {};
  return joined(own, { epochs: [] }, outbox, consumes.length > 0 ? consumerPlan : {});
}

export const createServiceOutbox = <E extends DomainEvent = never>(
  service: ServiceName,
  { db, clock }: Pick<OutboxOptions, 'db' | 'clock'>,
  epochs?: RestoreEpochs,
): Outbox<E> => {
  const epoch = epochs && (() => epochs.of(service));
  return createOutbox({ db, clock, service, epoch, schemaOf: (type) => eventTypeOf(type)?.schema ?? 1 });
};

export const publishes = (service: ServiceName): boolean =>
  eventCatalogue.some(({ source }) => source === service);
