import { z } from 'zod';
import { elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { id, operation, roomRefusals, targetRefusals, writeResult } from './fields.js';

/** An element of the trash, or of a deleted folder. */
export const trashedElement = elementView.extend({
  /** Only of what was deleted itself. `path` says where it was. */
  deleted: z.iso.datetime().optional(),
  /** The moment at which it will be deleted forever. */
  until: z.iso.datetime().optional(),
  /** The sum of all that it holds; null until counted. */
  kept: z.object({ bytes: z.number().int(), count: z.number().int() }).nullable().optional(),
});
export type TrashedElement = z.infer<typeof trashedElement>;

const ids = z.array(id).min(1).max(limits.maxIdsPerCommand);
const days = z.number().int().min(0).max(limits.maxTrashDays);

export const trash = defineRoutes(
  { service: 'catalog', access: 'user' },
  {
    listTrash: {
      rate: 'read',
      method: 'GET',
      path: '/api/trash',
      summary:
        'What was deleted and can be restored, the latest first; with `folder` what a deleted folder holds. More than 20,000 elements are sorted by the date of their deletion.',
      refuses: ['trash.not-found'],
      query: z.strictObject({
        folder: id.optional(),
        /** A part of the name; case and accents do not count. */
        text: z.string().max(255).optional(),
        sort: z.enum(['deleted', 'name', 'size']).optional(),
        direction: z.enum(['asc', 'desc']).optional(),
        limit: z.coerce.number().int().min(1).max(limits.maxPageElements).default(200),
        /** The `next` of the previous page. */
        after: z.string().min(1).max(8192).optional(),
      }),
      answer: z.object({
        docs: z.array(trashedElement),
        next: z.string().nullable(),
        /** Bytes of everything in the trash that is counted. */
        kept: z.number().int(),
        days: z.number().int(),
        /** The opened folder and those above it within the trash, the deleted one first. */
        folders: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    },

    restoreTrash: {
      rate: 'command',
      command: true,
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/trash/restore',
      summary:
        'Brings elements back from the trash, also out of a deleted folder: to where they were, or into a folder. A taken name gets a number.',
      refuses: ['trash.not-found', 'selection.too-large', ...targetRefusals, ...roomRefusals],
      body: z.strictObject({
        ids,
        /** Default: where they were, or the nearest folder above that is still there. */
        to: id.optional(),
        /** Deleted folders on the way there are made again. */
        parents: z.boolean().optional(),
      }),
      answer: z.object({
        docs: z.object({ result: writeResult, ops: z.array(elementView) }),
        operation,
      }),
    },

    purgeTrash: {
      rate: 'command',
      command: true,
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/trash/purge',
      summary:
        'Deletes elements of the trash forever, also some of what a deleted folder holds, or all of it.',
      refuses: ['trash.not-found'],
      body: z
        .strictObject({ ids: ids.optional(), all: z.literal(true).optional() })
        .refine((asked) => (asked.ids === undefined) !== (asked.all === undefined), 'Give `ids` or `all`.'),
      answer: z.object({ docs: z.object({ result: writeResult }) }),
    },

    setTrashDays: {
      rate: 'command',
      command: true,
      method: 'POST',
      path: '/api/trash/days',
      summary:
        'For how many days the trash keeps elements, 0: no trash. Without `days`: as the installation says.',
      refuses: [],
      body: z.strictObject({ days: days.optional() }),
      answer: z.object({ docs: z.object({ result: writeResult, days }) }),
    },
  },
);
