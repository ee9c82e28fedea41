import { z } from 'zod';
import { elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import {
  id,
  ignored,
  inFolder,
  nameConflict,
  operation,
  roomRefusals,
  targetRefusals,
  warning,
  writeResult,
} from './fields.js';

export const clipboard = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', command: true },
  {
    pasteElements: {
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/paste/',
      summary:
        'Brings elements (`cut`) or copies of them (`copy`) into a folder. Of `arr` only the ids count. What could not come stands in `warnings`.',
      refuses: [
        'default.locked',
        'element.not-found',
        'paste.same-folder',
        'paste.into-itself',
        'selection.too-large',
        ...targetRefusals,
        ...roomRefusals,
      ],
      body: z.strictObject({
        ...inFolder,
        arr: z
          .array(z.union([z.looseObject({ _id: id }), id]))
          .min(1)
          .max(limits.maxIdsPerCommand),
        action: z.enum(['cut', 'copy']),
        /** Default `skip`. */
        conflict: nameConflict.optional(),
        actionUrl: ignored,
        folder: ignored,
      }),
      answer: z.object({
        docs: z.object({
          result: writeResult,
          ops: z.array(elementView),
          /** Continues a large copy, see `processes`. */
          process: z.string().nullable(),
        }),
        warnings: z.array(warning),
        operation,
      }),
    },
  },
);
