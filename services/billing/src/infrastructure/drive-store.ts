import { billingEvent } from '@skyshelf/contracts';
import { createMongoDriveStore } from '@skyshelf/event-store';
import type { Billing } from '../application/billing.js';
import type { BillingRuntime } from '../billing.runtime.js';
import { billingProjection } from './projection.js';

/** The subscriptions and settings of drives, over this runtime's database. */
export const createDriveStore = ({
  client,
  db,
  clock,
  ids,
  logger,
  metrics,
}: BillingRuntime): Billing['store'] =>
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
  });
