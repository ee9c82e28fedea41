import { z } from 'zod';
import { defineInternal } from '../internal-route.js';

/** What other services ask media alone. */
export const mediaCalls = defineInternal(
  { service: 'media', refuses: [] },
  {
    /** A small picture of the one at an address outside, rendered again. Nothing of it is kept here. */
    renderOutsidePicture: {
      method: 'POST',
      path: '/internal/outside-pictures',
      body: z.strictObject({
        address: z.url().max(4096),
        /** Of the square that the picture fits into, pixels. */
        side: z.int().min(16).max(480),
        /** Of what is fetched. */
        mostBytes: z
          .int()
          .min(1)
          .max(5 * 1024 * 1024),
      }),
      refuses: ['file.not-found'],
      answer: z.object({
        /** In Base64. */
        webp: z.base64(),
      }),
    },
  },
);
