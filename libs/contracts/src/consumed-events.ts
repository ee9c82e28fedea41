import { z } from 'zod';
import { driveId } from './ids.js';
import { serviceNames } from './service-name.js';

const service = z.enum(serviceNames);

export const parkedEntry = z.object({
  id: z.string(),
  consumer: service,
  source: service,
  drive: driveId,
  /** null: only this event is parked; else later ones too. */
  version: z.number().int().nullable(),
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
  /** The id of the event that is meant: another one may be parked under this id by now. */
  event: z.string().max(400).optional(),
});

export const cursorQuery = z.strictObject({
  source: service,
  drive: driveId.optional(),
  after: driveId.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
});
export const cursorPage = z.object({
  cursors: z.array(
    z.object({
      drive: driveId,
      version: z.number().int(),
      /** Of the event passed last, and when it was made; absent before both were kept. */
      epoch: z.number().int().optional(),
      made: z.iso.datetime().optional(),
    }),
  ),
  next: driveId.nullable(),
});
export type CursorPage = z.infer<typeof cursorPage>;

export const outboxDepth = z.object({ events: z.number().int(), oldestAgeMs: z.number() });
