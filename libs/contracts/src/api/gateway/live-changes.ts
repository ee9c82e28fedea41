import { z } from 'zod';
import { driveVersion } from '../catalog/fields.js';
import { defineRoutes } from '../route.js';

export const live = defineRoutes(
  { service: 'gateway', access: 'reader', rate: 'read' },
  {
    liveChanges: {
      method: 'GET',
      path: '/api/changes/live',
      media: 'event-stream',
      summary:
        'A doorbell: an event whose id is the version of the drive, each time it changes; and an event `job` {_id, kind, percent} when the work on an element gets on.',
      refuses: [],
      query: z.strictObject({ since: driveVersion.optional() }),
    },
  },
);
