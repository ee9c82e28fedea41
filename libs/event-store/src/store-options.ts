import type { ZodType } from 'zod';
import { eventTypeOf } from '@skyshelf/contracts';
import { totalsRule } from './commands/drive-totals.js';
import type { StoreRules } from './commands/store-rules.js';
import type { DriveStoreOptions } from './drive-store.js';
import type { DomainEvent, Projection, Row } from './port.js';

export interface StoreOptions<
  E extends DomainEvent,
  R extends Row,
  N extends string = never,
  T extends object = object,
> extends DriveStoreOptions {
  service: string;
  projection: Projection<E, R, T>;
  /** An event that does not match is neither stored nor read. */
  eventSchema: ZodType<E>;
  /** The collections of small documents that are kept next to the stream. */
  sides?: readonly N[];
  clock: { now(): Date };
  ids: { next(): string };
  /** Default 0: never restored. */
  epoch?: (() => number) | undefined;
}

export const rulesOf = <E extends DomainEvent, R extends Row, T extends object>(
  options: StoreOptions<E, R, string, T>,
): StoreRules<E, R> => ({
  service: options.service,
  projection: options.projection,
  parse: (data) => options.eventSchema.parse(data),
  schemaOf: schemaVersionOf,
  totals: totalsRule(options.projection),
  now: () => options.clock.now(),
  newId: () => options.ids.next(),
  epoch: options.epoch ?? (() => 0),
});

/** 1 for a type that never leaves its service. */
const schemaVersionOf = (type: string): number => eventTypeOf(type)?.schema ?? 1;
