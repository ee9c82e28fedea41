import { z } from 'zod';
import { elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { operation, targetRefusals } from './fields.js';

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
          /** As they are now. */
          elements: z.array(elementView),
          /** What it removed, without the content of folders. */
          removed: z.array(z.string()),
        }),
        operation,
      }),
    },
  },
);
