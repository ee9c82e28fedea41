import { z } from 'zod';
import { defineInternal } from '../internal-route.js';

/** What other services ask media alone. */
export const mediaCalls = defineInternal(
  { service: 'media', refuses: [] },
  {
    /** A small picture of the one at an address outside, rendered again. Nothing of it is kept here. */
    makePortrait: {
      method: 'POST',
      path: '/internal/portraits',
      body: z.strictObject({ address: z.url().max(4096) }),
      refuses: ['file.not-found'],
      answer: z.object({
        /** In Base64. */
        webp: z.base64(),
      }),
    },
  },
);
