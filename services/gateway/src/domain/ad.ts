import { adSlots, type AdSlot } from '@skyshelf/contracts';
import { z } from 'zod';

const ad = z.strictObject({
  html: z.string().min(1).max(65_536),
  /** Pixels. */
  height: z.number().int().min(40).max(400).default(90),
});
export type Ad = z.infer<typeof ad>;

export const adList = z.partialRecord(z.enum(adSlots), ad);
export type Ads = Partial<Record<AdSlot, Ad>>;
