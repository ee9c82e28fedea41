import { z } from 'zod';

/** Built-in elements in the root; billing keeps it among the settings. */
export const defaultElementsSwitched = z.object({
  type: z.literal('catalog.default-elements.switched'),
  shown: z.boolean(),
});
