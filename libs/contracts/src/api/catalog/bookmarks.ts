import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { id, inFolder, roomRefusals, targetRefusals } from './fields.js';

const count = z.number().int().nonnegative();
const ofProcess = z.strictObject({ process: id });

export const bookmarks = defineRoutes(
  { service: 'catalog', rate: 'read' },
  {
    importBookmarks: {
      method: 'POST',
      path: '/api/bookmarks/import',
      access: 'user',
      rate: 'command',
      command: true,
      bodyLimit: limits.maxPathJsonBytes,
      summary:
        'Brings the bookmarks of an uploaded Netscape file (at most 64 MB) into a folder, by a process. Room for all of them is checked first. Equal names are numbered; what the folder has already is passed over; no page is visited.',
      refuses: [
        ...targetRefusals,
        ...roomRefusals,
        'element.not-found',
        'file.not-found',
        'file.too-large',
        'bookmarks.none',
        'bookmarks.unreadable',
      ],
      body: z.strictObject({
        ...inFolder,
        /** The uploaded file's `_id`. */
        file: id,
        /** Deleted in the end; default: it stays. */
        discard: z.boolean().optional(),
      }),
      answer: z.object({
        process: z.string(),
        folders: count,
        links: count,
        refused: count,
      }),
    },

    importedBookmarks: {
      method: 'GET',
      path: '/api/bookmarks/import',
      access: 'user',
      summary: 'How far an import is, or for 7 days after its end what came of it.',
      refuses: ['process.not-found'],
      query: ofProcess,
      answer: z.object({
        /** `no-room` and `gone` (file or folder was deleted) end early. */
        state: z.enum(['running', 'done', 'cancelled', 'no-room', 'gone']),
        folders: count,
        links: count,
        /** The number of bookmarks that existed already. */
        present: count,
        refused: count,
      }),
    },

    refusedBookmarks: {
      method: 'GET',
      path: '/api/bookmarks/refused',
      access: 'reader',
      media: 'bytes',
      navigable: true,
      summary:
        'What an import could not bring, as text: line of the file, reason, name and address of each; the first 10,000.',
      refuses: ['process.not-found', 'access.denied'],
      query: ofProcess,
    },

    exportBookmarks: {
      method: 'GET',
      path: '/api/bookmarks/export',
      access: 'reader',
      media: 'bytes',
      navigable: true,
      summary:
        'The folders and links of a folder, or all, as a Netscape bookmarks file. What was imported from such a file gives the same bytes again.',
      refuses: ['folder.not-found', 'access.denied'],
      query: z.strictObject({
        folder: id.optional(),
      }),
    },
  },
);
