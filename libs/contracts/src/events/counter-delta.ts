import { z } from 'zod';
import { usageClass } from '../element.js';

/** Changes of the drive's counters; bytes by usage class. */
export const counterDelta = z.object({
  used: z.number().int(),
  count: z.number().int(),
  byKind: z.partialRecord(usageClass, z.number().int()),
});
export type CounterDelta = z.infer<typeof counterDelta>;
