import { billingEvent, type BillingEvent } from '@skyshelf/contracts';
import { createMongoDriveStore, type MongoDriveStoreOptions } from '@skyshelf/event-store';
import type { Billing } from '../application/billing.js';
import type { BillingRuntime } from '../billing.runtime.js';
import type { BillingRow } from '../domain/billing-row.js';
import { billingProjection } from './projection.js';

export const createDriveStore = (
  { client, db, clock, ids, logger, metrics }: BillingRuntime,
  beside: Pick<MongoDriveStoreOptions<BillingEvent, BillingRow>, 'jobs' | 'recorder'>,
): Billing['store'] =>
  createMongoDriveStore({
    client,
    db,
    clock,
    ids,
    logger,
    metrics,
    service: 'billing',
    projection: billingProjection,
    eventSchema: billingEvent,
    ...beside,
  });
