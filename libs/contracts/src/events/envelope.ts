import { z } from 'zod';
import { driveId } from '../ids.js';
import { serviceNames } from '../service-name.js';

/** Fixed words of ours, which `deviceOf` in libs/http chooses. */
export const deviceName = z.string().min(1).max(60);

/**
 * The message follows CloudEvents 1.0. `version` is the position in the drive's stream; null for commuting events. `id`
 * is `<source>:<drive>:<version>`, followed by `:<epoch>` after a restore, or the source's own; it is the operation id
 * of every reaction.
 */
export const eventMessage = z.object({
  id: z.string(),
  source: z.enum(serviceNames),
  type: z.string(),
  schema: z.number().int().positive(),
  drive: driveId,
  version: z.number().int().positive().nullable(),
  /** The restore epoch in which it was made; absent: 0. */
  epoch: z.number().int().positive().optional(),
  /** Format: ISO 8601, UTC. */
  at: z.iso.datetime(),
  actor: z.string().nullable(),
  /** The software that the user made the call with, like `Firefox on Linux`; absent where that is unknown. */
  device: deviceName.optional(),
  /** W3C traceparent of the request that caused it. */
  trace: z.string().nullable(),
  data: z.unknown(),
});
export type EventMessage<D = unknown> = Omit<z.infer<typeof eventMessage>, 'data'> & { data: D };
