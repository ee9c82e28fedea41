import { z } from 'zod';
import { elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { folderPath, id } from './fields.js';

export const overview = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'read', refuses: [] },
  {
    searchElements: {
      opens: ['share'],
      right: 'list',
      bodyLimit: limits.maxPathJsonBytes,
      method: 'POST',
      path: '/api/search/',
      summary:
        'Elements by name and tag. With `url` or `folderId`: those of that folder whose names contain the text. Without: those anywhere with words in name or tags that begin so. Case and accents do not count.',
      refuses: ['folder.not-found'],
      body: z.strictObject({
        text: z.string().max(255).default(''),
        /** A whole tag, in any case. */
        tag: z.string().min(1).max(limits.maxTagCharacters).optional(),
        url: folderPath.optional(),
        folderId: id.optional(),
        limit: z.number().int().min(1).max(200).default(50),
      }),
      answer: z.object({
        /** Names that begin with the text come first. */
        docs: z.array(elementView),
        more: z.boolean(),
      }),
    },

    listTags: {
      opens: ['extension'],
      right: 'list',
      method: 'GET',
      path: '/api/tags',
      summary:
        'All tags, by name, with the number of elements that have them. Tags that differ in case only are one, spelled as most elements spell it.',
      answer: z.object({
        docs: z.array(z.object({ tag: z.string(), count: z.number().int() })),
        version: z.number().int(),
      }),
    },

    listRecent: {
      method: 'GET',
      path: '/api/recent',
      summary: 'The elements that were added or changed last, the latest first.',
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
      answer: z.object({ docs: z.array(elementView) }),
    },

    measureFolder: {
      opens: ['share'],
      right: 'list',
      bodyLimit: limits.maxPathJsonBytes,
      method: 'POST',
      path: '/api/folder/size',
      summary: 'How many bytes and elements a folder holds, with all below it.',
      refuses: ['folder.not-found'],
      body: z.strictObject({ url: folderPath, folderId: id.optional() }),
      answer: z.object({
        folderId: z.string(),
        version: z.number().int(),
        size: z.number().int(),
        count: z.number().int(),
      }),
    },
  },
);
