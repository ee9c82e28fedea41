import { z } from 'zod';
import { id } from '../catalog/fields.js';
import { defineRoutes } from '../route.js';

export const pictures = defineRoutes(
  { service: 'media', access: 'reader', rate: 'read' },
  {
    showPicture: {
      opens: ['share'],
      right: 'view',
      method: 'GET',
      path: '/files/preview/:elementId/:picture',
      media: 'bytes',
      summary:
        'The picture of a video link: 0 is the one that its provider shows, 1 to 3 are frames of it (youtube). Fetched from the provider when it is first asked for; redirects to the stored file.',
      refuses: ['element.not-found', 'file.not-found'],
      params: z.strictObject({ elementId: id, picture: z.coerce.number().int().min(0).max(3) }),
    },
  },
);
