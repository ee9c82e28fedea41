import { z } from 'zod';
import { defineRoutes } from '../route.js';
import { opaque } from './upload.js';

export const storedFiles = defineRoutes(
  { service: 'storage', access: 'reader', rate: 'read' },
  {
    readFile: {
      opens: ['share'],
      right: 'view',
      method: 'GET',
      path: '/files/Cloud/:blobId/:name',
      media: 'bytes',
      summary: "A file's bytes, with ranges and ETag.",
      refuses: ['file.not-found', 'range.invalid', 'precondition.failed', 'access.denied'],
      query: z.strictObject({
        /** The thumbnail for dense screens, if it exists. */
        density: z.literal('2').optional(),
        /** Of a deleted file, which this address no longer shows otherwise. */
        trash: z.literal('1').optional(),
        /** The address is that of an earlier version. */
        version: z.literal('1').optional(),
      }),
      params: z.strictObject({ blobId: opaque, name: z.string() }),
    },
  },
);
