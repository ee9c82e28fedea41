import { type BillingEvent, billingEvent } from '@skyshelf/contracts';
import { type Projection, createMongoDriveStore, type MongoDriveStoreOptions } from '@skyshelf/event-store';
import type { BillingRow } from '../domain/billing-row.js';
import { changesOf } from '../domain/changes.js';
import type { Billing } from '../application/billing.js';
import type { BillingRuntime } from '../billing.runtime.js';

export const billingProjection: Projection<BillingEvent, BillingRow> = {
  changes: ({ data, at }) => changesOf(data, at),
  unique: [],
  indexes: [['class']],
};

export const createDriveStore = (
  { client, db, clock, ids, logger, metrics, epochs }: BillingRuntime,
  beside: Pick<MongoDriveStoreOptions<BillingEvent, BillingRow>, 'jobs' | 'recorder'>,
): Billing['store'] =>
  createMongoDriveStore({
    client,
    db,
    clock,
    ids,
    logger,
    metrics,
    epoch: epochs && (() => epochs.of('billing')),
    service: 'billing',
    projection: billingProjection,
    eventSchema: billingEvent,
    ...beside,
  });
