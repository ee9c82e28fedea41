import { z } from 'zod';
import { limits } from '../../limits.js';
import { remoteSources } from '../../remote-sources.js';
import { defineRoutes } from '../route.js';
import { inFolder, targetRefusals, warning } from './fields.js';

export const imports = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'upload', command: true, bodyLimit: limits.maxPathJsonBytes },
  {
    startImport: {
      method: 'POST',
      path: '/api/sources/start',
      summary:
        'Asks leave to bring one file from elsewhere into a folder, for an hour. Room for all of it is kept, or, where no one knows its size, all that is free, up to 500 MiB. A refused file stands in `warnings`.',
      refuses: targetRefusals,
      body: z.strictObject({
        ...inFolder,
        file: z.strictObject({
          name: z.string().min(1).max(4096),
          /** null: its source does not say. */
          size: z.number().int().nonnegative().nullable(),
          type: z.string().max(255),
          source: z.enum(remoteSources),
        }),
      }),
      answer: z.object({
        /** Absent for a file that is refused. */
        leave: z
          .object({
            uploadId: z.string(),
            name: z.string(),
            /** For the header `Import-Grant`. */
            grant: z.string(),
            /** Milliseconds since the epoch. */
            expires: z.number().int(),
          })
          .optional(),
        warnings: z.array(warning),
      }),
    },
  },
);
