import { z } from 'zod';
import { elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { driveVersion, id, operation, roomRefusals } from './fields.js';

/** An element as it was. */
export const formerView = elementView.extend({
  /** Its bytes lie there: its addresses then need `trash=1` or `version=1`. */
  kept: z.enum(['trash', 'version']).optional(),
  /** Its bytes, or all of it, were deleted forever since. */
  gone: z.literal(true).optional(),
});
export type FormerView = z.infer<typeof formerView>;

/** The drive after that version, or at that time. */
const moment = { version: driveVersion.optional(), at: z.iso.datetime().optional() };
const isOneMoment = (asked: { version?: unknown; at?: unknown }) =>
  (asked.version === undefined) !== (asked.at === undefined);
const oneMoment = 'Give `version` or `at`.';

const count = z.number().int().nonnegative();

export const rewindPlan = z.object({
  /** They come back from the trash; folders with all that they hold. */
  restored: count,
  /** They go back to the folders in which they were, also out of this folder. */
  moved: count,
  /** They get back their names. */
  renamed: count,
  tagged: count,
  /** Files whose content then is an earlier version now. */
  versions: count,
  /** They came since, and go to the trash. */
  trashed: count,
  /** They were deleted forever since and cannot come back. */
  gone: count,
  /** The content of these files is no longer kept: they stay as they are. */
  lost: count,
});
export type RewindPlan = z.infer<typeof rewindPlan>;

const kinds = [
  'folders',
  'links',
  'uploaded',
  'replaced',
  'renamed',
  'moved',
  'tagged',
  'copied',
  'imported',
  'deleted',
  'restored',
  'purged',
  'rewound',
] as const;

export const momentView = z.object({
  /** The drive before it has the version `from - 1`. */
  from: z.number().int(),
  version: z.number().int(),
  date: z.iso.datetime(),
  kind: z.enum(kinds),
  count,
  /** The names of the first three elements, as far as they are known. */
  names: z.array(z.string()),
  /** The software that made all of it, like `Firefox on Linux`; absent where that differs or is unknown. */
  device: z.string().optional(),
  /** The new name of one renamed element. */
  to: z.string().optional(),
});
export type MomentView = z.infer<typeof momentView>;

export const rewind = defineRoutes(
  { service: 'catalog', access: 'user' },
  {
    listMoments: {
      rate: 'read',
      method: 'GET',
      path: '/api/rewind',
      summary:
        'What happened in the drive, or below a folder, in the days for which the trash keeps elements, the latest first. What belongs together is one entry. A page may have few entries although there are more.',
      refuses: [],
      query: z.strictObject({
        folder: id.optional(),
        /** The `next` of the previous page. */
        before: driveVersion.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      answer: z.object({
        docs: z.array(momentView),
        next: z.number().int().nullable(),
        /** The version of the drive now. */
        version: z.number().int(),
        days: z.number().int(),
      }),
    },

    listFormerFolder: {
      rate: 'read',
      method: 'GET',
      path: '/api/rewind/folder',
      summary:
        'A folder as it was after a version of the drive, or at a time: folders first, by name. Files and links that were deleted forever since are only counted.',
      refuses: ['folder.not-found', 'rewind.too-far'],
      query: z
        .strictObject({
          folder: id.default('root'),
          ...moment,
          limit: z.coerce.number().int().min(1).max(limits.maxPageElements).default(200),
          /** The `next` of the previous page. */
          after: z.string().min(1).max(8192).optional(),
        })
        .refine(isOneMoment, oneMoment),
      answer: z.object({
        docs: z.array(formerView),
        next: z.string().nullable(),
        version: z.number().int(),
        /** The folder and those above it at that moment, the highest first. */
        folders: z.array(z.object({ id: z.string(), name: z.string() })),
        /** How many of its files and links were deleted forever since. */
        gone: count,
      }),
    },

    planRewind: {
      rate: 'read',
      method: 'GET',
      path: '/api/rewind/plan',
      summary: 'What it would change to put a folder back to what it held at a moment. Nothing is changed.',
      refuses: ['folder.not-found', 'rewind.too-far'],
      query: z.strictObject({ folder: id.default('root'), ...moment }).refine(isOneMoment, oneMoment),
      answer: z.object({ plan: rewindPlan, version: z.number().int() }),
    },

    rewindFolder: {
      rate: 'command',
      command: true,
      method: 'POST',
      path: '/api/rewind',
      summary:
        'Puts a folder, or with `root` the whole drive, back to what it held at a moment, in a process that goes on in the background when there is much to do. It is undone as one operation, once it has ended.',
      refuses: ['folder.not-found', 'folder.copying', 'rewind.too-far', ...roomRefusals],
      body: z
        .strictObject({
          folder: id,
          version: z.number().int().nonnegative().optional(),
          at: z.iso.datetime().optional(),
        })
        .refine(isOneMoment, oneMoment),
      answer: z.object({
        docs: z.object({
          plan: rewindPlan,
          /** It goes on; null: it is done. */
          process: z.string().nullable(),
        }),
        operation,
      }),
    },
  },
);
