import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { id, writeResult } from './fields.js';

const addresses = z.array(z.string().max(limits.maxUrlCharacters)).min(1).max(limits.maxIdsPerCommand);

export const files = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', method: 'POST' },
  {
    editFiles: {
      command: true,
      bodyLimit: limits.maxBulkJsonBytes,
      path: '/api/edit/file',
      summary:
        'Checks two lists of own addresses of equal length. There is nothing to move: an address follows the name by itself.',
      refuses: ['file.not-found'],
      body: z.strictObject({ arrOld: addresses, arrNew: addresses }),
      answer: z.literal('ok'),
    },

    fileExists: {
      rate: 'read',
      path: '/api/exist/',
      summary: 'Whether an address is that of an own file or thumbnail.',
      refuses: [],
      body: z.strictObject({ url: z.string().max(limits.maxUrlCharacters) }),
      answer: z.object({ file: z.boolean() }),
    },

    confirmThumbnail: {
      command: true,
      path: '/api/confirm',
      summary: 'Notes whether a thumbnail is there; `true` is refused while there is none.',
      refuses: ['default.locked', 'element.not-found', 'folder.copying'],
      body: z.strictObject({ _id: id, confirm: z.boolean() }),
      answer: z.object({ docs: z.object({ result: writeResult, modifiedCount: z.number().int() }) }),
    },

    countOpening: {
      path: '/api/open',
      summary: 'Counts that an element was opened.',
      refuses: ['element.not-found'],
      body: z.strictObject({ _id: id }),
      answer: z.object({ counter: z.number().int() }),
    },
  },
);
