import { billingEvent, eventTypeOf } from '@skyshelf/contracts';
import { createMongoDriveStore, createOutbox, type Outbox } from '@skyshelf/event-store';
import type { Billing } from '../application/billing.js';
import { billingDefaults } from '../billing.config.js';
import type { BillingRuntime } from '../billing.runtime.js';
import { planDocuments } from './plan-documents.js';
import { billingProjection } from './projection.js';

/** What the use cases and the relay work with, over this runtime's database. */
export function billingParts({
  client,
  db,
  clock,
  ids,
  logger,
  metrics,
  config = billingDefaults,
}: BillingRuntime): { billing: Billing; outbox: Outbox } {
  const store = createMongoDriveStore({
    client,
    db,
    clock,
    ids,
    logger,
    metrics,
    service: 'billing',
    projection: billingProjection,
    eventSchema: billingEvent,
    defaults: { quota: 0 },
  });
  const outbox = createOutbox({
    db,
    service: 'billing',
    clock,
    schemaOf: (type) => eventTypeOf(type)?.schema ?? 1,
  });
  return { billing: { store, plans: planDocuments(db), openingPlan: config.openingPlan }, outbox };
}
