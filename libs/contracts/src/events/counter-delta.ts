import { z } from 'zod';
import { usageClass } from '../element.js';

/** What a growth or shrinkage does to the drive's counters; bytes by usage class. */
export const counterDelta = z.object({
  used: z.number().int(),
  count: z.number().int(),
  byKind: z.partialRecord(usageClass, z.number().int()),
});
export type CounterDelta = z.infer<typeof counterDelta>;
