import { z } from 'zod';
import { defineRoutes } from '../route.js';
import { opaque } from './upload.js';

const count = z.number().int().nonnegative();

const takeout = z.object({
  id: z.string(),
  /** `failed`: can be asked for again at once. */
  state: z.enum(['making', 'ready', 'failed']),
  asked: z.iso.datetime(),
  /** It counts while the state is `making`. */
  percent: z.number().int().min(0).max(100),
  expires: z.iso.datetime().nullable(),
  /** ZIP archives; empty until all are ready. */
  parts: z.array(z.object({ part: z.number().int().min(1), name: z.string(), size: count, files: count })),
  /** Unreadable ones are listed in `report.txt`. */
  files: count,
  leftOut: count,
});

const answer = z.object({
  takeout: takeout.nullable(),
  /** The time of the next takeout; null when one can be asked for at once. */
  nextAt: z.iso.datetime().nullable(),
});
export type TakeoutAnswer = z.infer<typeof answer>;

export const takeouts = defineRoutes(
  { service: 'storage', access: 'user', path: '/api/takeout' },
  {
    readTakeout: {
      method: 'GET',
      rate: 'read',
      summary: 'The takeout of the account, and when the next one can be asked for.',
      refuses: [],
      answer,
    },

    beginTakeout: {
      method: 'POST',
      rate: 'command',
      command: true,
      summary:
        'Asks for all data of the account, which a job prepares as ZIP archives: files in their folders, `bookmarks.html`, `skyshelf.json`, `report.txt`. One a day; it takes the place of the one before. While one is being made, answers that.',
      refuses: ['takeout.too-soon'],
      body: z.strictObject({
        /** A folder `Trash` then holds the deleted elements. */
        trash: z.boolean().optional(),
        /** A folder `History` then holds the earlier versions of files. */
        history: z.boolean().optional(),
      }),
      answer,
    },

    cancelTakeout: {
      method: 'POST',
      path: '/api/takeout/cancel',
      rate: 'command',
      command: true,
      summary: 'Ends a takeout that is being made. Another one can be asked for at once.',
      refuses: ['takeout.not-found'],
      body: z.strictObject({ id: opaque }),
      answer,
    },

    downloadTakeout: {
      method: 'GET',
      path: '/api/takeout/part',
      access: 'reader',
      rate: 'read',
      media: 'bytes',
      navigable: true,
      summary: 'A part of a ready takeout, with ranges and ETag.',
      refuses: ['takeout.not-found', 'range.invalid', 'precondition.failed', 'access.denied'],
      query: z.strictObject({ id: opaque, part: z.coerce.number().int().min(1).max(100_000) }),
    },
  },
);
