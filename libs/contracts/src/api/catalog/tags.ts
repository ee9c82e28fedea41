import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { id, operation, warning, writeResult } from './fields.js';

const tag = z.string().min(1).max(limits.maxTagCharacters);
const someTags = z.array(tag).max(limits.maxTags).default([]);

const retagged = z.object({
  docs: z.object({
    result: writeResult,
    modifiedCount: z.number().int(),
    /** See `processes`. */
    process: z.string().nullable(),
  }),
});

export const tags = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', command: true, method: 'POST' },
  {
    tagElements: {
      bodyLimit: limits.maxBulkJsonBytes,
      path: '/api/tags/elements',
      summary: 'Adds tags to elements and takes others away.',
      refuses: ['default.locked', 'element.not-found', 'folder.copying', 'selection.too-large'],
      body: z.strictObject({
        arr: z.array(id).min(1).max(limits.maxIdsPerCommand),
        add: someTags,
        remove: someTags,
      }),
      answer: z.object({
        docs: z.object({ result: writeResult, modifiedCount: z.number().int() }),
        warnings: z.array(warning),
        operation,
      }),
    },

    renameTag: {
      path: '/api/tags/rename',
      summary: 'Renames a tag at all elements that have it.',
      refuses: ['name.required'],
      body: z.strictObject({ tag, to: tag }),
      answer: retagged,
    },

    removeTag: {
      path: '/api/tags/remove',
      summary: 'Takes a tag from all elements that have it.',
      refuses: ['name.required'],
      body: z.strictObject({ tag }),
      answer: retagged,
    },
  },
);
