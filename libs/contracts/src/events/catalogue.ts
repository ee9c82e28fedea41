import type { ZodObject } from 'zod';
import { billingEvent } from './billing.js';
import { catalogEvent } from './catalog.js';
import { gatewayEvent } from './gateway.js';
import { mediaEvent } from './media.js';
import { storageEvent } from './storage.js';
import type { ServiceName } from '../service-name.js';

/** `order`: whether its order within a drive is guaranteed. */
export interface EventType {
  type: string;
  source: ServiceName;
  schema: number;
  ordered: boolean;
  data: ZodObject;
}

const entries = (
  source: ServiceName,
  ordered: boolean,
  union: { options: readonly unknown[] },
): EventType[] =>
  union.options.map((option) => {
    const data = option as ZodObject;
    const { type } = data.shape as unknown as { type: { value: string } };
    return { type: type.value, source, schema: 1, ordered, data };
  });

export const eventCatalogue: readonly EventType[] = [
  ...entries('gateway', false, gatewayEvent),
  ...entries('catalog', true, catalogEvent),
  ...entries('storage', false, storageEvent),
  ...entries('media', false, mediaEvent),
  ...entries('billing', true, billingEvent),
];

export const eventTypeOf = (type: string): EventType | undefined =>
  eventCatalogue.find((entry) => entry.type === type);
