import { z } from 'zod';
import { defineInternal } from '../internal-routes.js';

export const mediaCalls = defineInternal(
  { service: 'media', refuses: [] },
  {
    /** Renders an outside picture and keeps nothing. Nothing is kept. */
    renderOutsidePicture: {
      method: 'POST',
      path: '/internal/outside-pictures',
      body: z.strictObject({
        address: z.url().max(4096),
        side: z.int().min(16).max(480),
        mostBytes: z
          .int()
          .min(1)
          .max(5 * 1024 * 1024),
      }),
      refuses: ['file.not-found'],
      answer: z.object({
        /** Base64. */
        webp: z.base64(),
      }),
    },
  },
);
