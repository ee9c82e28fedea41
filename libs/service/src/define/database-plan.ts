import type { ServiceName } from '@skyshelf/contracts';
import { consumerPlan } from '@skyshelf/event-bus';
import { eventsPlan, joined, type IndexPlan } from '@skyshelf/event-store';
import { publishes } from './service-outbox.js';

export interface PlannedService {
  name: ServiceName;
  consumes: readonly ServiceName[];
  indexes?(): Promise<{ indexes: IndexPlan }>;
}

export async function databasePlan({ name, consumes, indexes }: PlannedService): Promise<IndexPlan> {
  const { indexes: own = {} } = (await indexes?.()) ?? {};
  const outbox = publishes(name) && !('events' in own) ? eventsPlan : {};
  return joined(own, outbox, consumes.length > 0 ? consumerPlan : {});
}
