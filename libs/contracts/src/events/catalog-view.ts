import { z } from 'zod';

/** The user wants to see the built-in elements in the root, or no longer; as billing keeps it among the settings. */
export const defaultElementsSwitched = z.object({
  type: z.literal('catalog.default-elements.switched'),
  shown: z.boolean(),
});
