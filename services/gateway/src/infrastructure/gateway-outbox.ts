import { eventTypeOf } from '@skyshelf/contracts';
import { createOutbox, type Outbox } from '@skyshelf/event-store';
import type { GatewayRuntime } from '../gateway.runtime.js';

/** The gateway's events, beside its accounts. */
export const gatewayOutbox = ({ db, clock }: Pick<GatewayRuntime, 'db' | 'clock'>): Outbox =>
  createOutbox({ db, clock, service: 'gateway', schemaOf: (type) => eventTypeOf(type)?.schema ?? 1 });
