import { z } from 'zod';
import { driveId } from './ids.js';
import { serviceNames } from './service-name.js';

/** What a service is asked about the events it acts on and about those it publishes, by the operator's commands. */

const service = z.enum(serviceNames);

/** Something parked as an operator sees it. */
export const parkedEntry = z.object({
  id: z.string(),
  consumer: service,
  source: service,
  drive: driveId,
  /** null: this event alone is parked; else it and all that follow it. */
  version: z.number().int().nullable(),
  /** Whole, as it came. */
  event: z.looseObject({ id: z.string(), type: z.string() }),
  error: z.object({ name: z.string(), message: z.string(), stack: z.string().nullable() }),
  tries: z.number().int(),
  since: z.coerce.date(),
  lastTried: z.coerce.date(),
  request: z.enum(['retry', 'drop']).nullable(),
});
export type ParkedEntry = z.infer<typeof parkedEntry>;
export const parkedList = z.object({ parked: z.array(parkedEntry) });

export const parkedRequest = z.strictObject({
  id: z.string().min(1).max(400),
  request: z.enum(['retry', 'drop']),
});

export const cursorQuery = z.strictObject({
  source: service,
  /** Default: all drives. */
  drive: driveId.optional(),
  after: driveId.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
});
/** How far a consumer has come in the streams of a source, in the order of the drives' ids. */
export const cursorPage = z.object({
  cursors: z.array(z.object({ drive: driveId, version: z.number().int() })),
  next: driveId.nullable(),
});
export type CursorPage = z.infer<typeof cursorPage>;

/** Events that wait to be published, and the age of the oldest. */
export const outboxDepth = z.object({ events: z.number().int(), oldestAgeMs: z.number() });
