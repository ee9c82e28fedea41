import { z } from 'zod';
import { elementView } from '../../element.js';
import { defineRoutes } from '../route.js';
import { id, writeResult, operation, targetRefusals } from './fields.js';
import { limits } from '../../limits.js';

export const processes = defineRoutes(
  { service: 'catalog', access: 'user' },
  {
    listProcesses: {
      rate: 'read',
      method: 'GET',
      path: '/api/processes',
      summary:
        'Large copies, deletions, changes of tags, imports of bookmarks and rewinds under way. Deletions that can still be undone are not.',
      refuses: [],
      answer: z.object({
        docs: z.array(
          z.object({
            process: z.string(),
            kind: z.enum(['copy', 'delete', 'tag', 'import', 'rewind']),
            /** Unit: elements. */
            done: z.number().int(),
            /** null until counted. */
            total: z.number().int().nullable(),
          }),
        ),
      }),
    },

    cancelProcess: {
      rate: 'command',
      command: true,
      method: 'POST',
      path: '/api/processes/cancel',
      summary:
        'Ends a process early: what a copy or an import has made goes, what a deletion has left comes back, a tag stays where it was not reached, what a rewind has done is undone by another process. A deletion with `hold` is undone with `exact`.',
      refuses: [
        'process.not-found',
        'folder.not-found',
        'name.exists',
        'selection.too-large',
        'space.exceeded',
      ],
      body: z.strictObject({
        process: id,
        /** A deletion is restored exactly or not at all. Default: what is left, wherever there is room. */
        exact: z.boolean().optional(),
      }),
      answer: z.object({
        docs: z.object({
          result: writeResult,
          ops: z.array(elementView),
        }),
      }),
    },
  },
);

export const undo = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', command: true },
  {
    undo: {
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/undo',
      summary:
        'Undoes what one command has done, or several that belong together, in the order in which they were carried out: all of it, or nothing when any of it has been changed since.',
      refuses: [
        'operation.not-found',
        'undo.changed',
        'process.not-found',
        'name.exists',
        ...targetRefusals,
        'paste.into-itself',
        'selection.too-large',
        'space.exceeded',
      ],
      body: z.strictObject({
        operation: z.union([operation, z.array(operation).min(1).max(limits.maxIdsPerCommand)]),
      }),
      answer: z.object({
        docs: z.object({
          elements: z.array(elementView),
          /** The content of folders is not listed. */
          removed: z.array(z.string()),
        }),
        operation,
      }),
    },
  },
);
