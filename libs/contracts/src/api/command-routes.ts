import { z } from 'zod';
import { elementView } from '../element.js';
import { limits } from '../limits.js';
import { folderPath, id, inFolder, warning, writeResult } from './catalog-routes.js';
import { defineRoute } from './route.js';

const ignored = z.unknown().optional();
const command = { service: 'catalog', access: 'user', rate: 'command', command: true } as const;
const selected = z.array(id).min(1).max(limits.maxIdsPerCommand);

export const pasteElements = defineRoute({
  ...command,
  name: 'pasteElements',
  method: 'POST',
  path: '/api/paste/',
  summary:
    'Brings elements (`cut`) or copies of them (`copy`) into a folder. Of `arr` only the ids count. What could not come stands in `warnings`.',
  body: z.strictObject({
    ...inFolder,
    arr: z
      .array(z.union([z.looseObject({ _id: id }), id]))
      .min(1)
      .max(limits.maxIdsPerCommand),
    action: z.enum(['cut', 'copy']),
    actionUrl: ignored,
    folder: ignored,
  }),
  answer: z.object({
    docs: z.object({
      result: writeResult,
      /** What is in the folder now. */
      ops: z.array(elementView),
      /** Goes on with a large copy, see `processes`. */
      process: z.string().nullable(),
    }),
    warnings: z.array(warning),
  }),
});
