import { z } from 'zod';
import { receives } from '../../events/catalog-shares.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { id, operation, writeResult } from './fields.js';

const roots = z.array(id).min(1).max(limits.maxScopeRoots);
const title = z.string().trim().max(limits.maxNameCharacters);
const note = z.string().max(limits.maxShareNoteCharacters);

/** Its owner can set these; null takes a limit away. */
const options = {
  title: title.optional(),
  note: note.optional(),
  expires: z.iso.datetime().nullable().optional(),
  password: z.string().min(1).max(limits.maxSharePasswordCharacters).nullable().optional(),
  /** Whether visitors may download. */
  download: z.boolean().optional(),
  /** The number of downloads after which there are no more. */
  downloadLimit: z.number().int().min(1).max(1_000_000).nullable().optional(),
};

/** A limit that is not given stays as it is; a new link has none. */
const receiving = z
  .strictObject({
    ...receives.shape,
    maxFileBytes: z.number().int().min(1).max(limits.maxUploadBytes).nullable(),
    /** Default: 1,000. */
    maxFiles: z.number().int().min(1).max(limits.maxDropFiles),
  })
  .partial();

/** A link as its owner sees it. */
export const shareView = z.object({
  id: z.string(),
  /** It begins with `/s/` and follows PUBLIC_URL; null where the key that sealed it is gone. */
  address: z.string().nullable(),
  title: z.string(),
  note: z.string(),
  date: z.iso.datetime(),
  expires: z.iso.datetime().nullable(),
  /** It has a password. */
  password: z.boolean(),
  download: z.boolean(),
  downloadLimit: z.number().int().nullable(),
  paused: z.boolean(),
  /** `closed`: all that it shows was deleted; restoring opens it again. */
  state: z.enum(['open', 'paused', 'expired', 'closed']),
  roots: z.array(
    z.object({
      _id: z.string(),
      linkname: z.string(),
      linktype: z.string(),
      /** The path of its folder; null while it is deleted. */
      path: z.string().nullable(),
    }),
  ),
  /** How often it was opened and how many downloads began. */
  opened: z.number().int(),
  downloads: z.number().int(),
  /** null for a link that shows; `files` and `bytes` have come by it so far. */
  receives: receives.extend({ files: z.number().int(), bytes: z.number().int() }).nullable(),
});
export type ShareView = z.infer<typeof shareView>;

const changed = z.object({ docs: shareView, operation });

export const shares = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', command: true },
  {
    listShares: {
      command: false,
      rate: 'read',
      method: 'GET',
      path: '/api/shares',
      summary: 'All links with which this account shows elements, the latest first.',
      refuses: [],
      answer: z.object({ docs: z.array(shareView) }),
    },

    createShare: {
      bodyLimit: limits.maxPathJsonBytes,
      method: 'POST',
      path: '/api/shares',
      summary:
        'Makes a link that shows up to 100 elements, with all that folders hold, to everyone who has its address. With `receives`, it shows nothing: everyone who has its address can send files into one folder.',
      refuses: ['element.not-found', 'default.locked', 'share.too-many', 'share.no-folder'],
      body: z.strictObject({ ids: roots, ...options, receives: receiving.optional() }),
      answer: changed,
    },

    changeShare: {
      bodyLimit: limits.maxPathJsonBytes,
      method: 'POST',
      path: '/api/shares/change',
      summary:
        'Changes a link; what is not given stays. A paused link is closed until `paused` is false. Visitors open it again after a change of what they may see.',
      refuses: ['share.not-found', 'element.not-found', 'default.locked', 'share.no-folder'],
      body: z.strictObject({
        id,
        ids: roots.optional(),
        ...options,
        paused: z.boolean().optional(),
        /** Links that show cannot be changed into links that receive. */
        receives: receiving.optional(),
      }),
      answer: changed,
    },

    endShare: {
      method: 'POST',
      path: '/api/shares/end',
      summary: 'Ends a link for good: its address never opens again.',
      refuses: ['share.not-found'],
      body: z.strictObject({ id }),
      answer: z.object({ docs: z.object({ result: writeResult }) }),
    },
  },
);
