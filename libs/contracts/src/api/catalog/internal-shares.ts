import { z } from 'zod';
import { rootsInQuery } from '../../access-scope.js';
import { shareState } from '../../events/catalog-shares.js';
import { elementView } from '../../element.js';
import { driveId, elementId, opId } from '../../ids.js';
import { folderPath, id } from './fields.js';
import { shareView } from './shares.js';

const ofDrive = z.strictObject({ drive: driveId });
const whole = z.number().int().nonnegative();

/** A link that is open: not paused, not expired, something it shows is there. */
export const openShare = shareState
  .pick({
    id: true,
    roots: true,
    title: true,
    note: true,
    expires: true,
    download: true,
    downloadLimit: true,
    generation: true,
    receives: true,
  })
  .extend({
    drive: driveId,
    /** The name of the folder that is all there is. */
    top: z.string().optional(),
    /** scrypt, base64url; null: none. */
    password: z.object({ salt: z.string(), hash: z.string() }).nullable(),
  });
export type OpenShare = z.infer<typeof openShare>;

/** A link as an operator sees it. */
export const listedShare = z.object({
  drive: driveId,
  id: z.string(),
  created: z.iso.datetime(),
  state: z.enum(['open', 'paused', 'expired']),
  elements: whole,
  opened: whole,
  downloads: whole,
  /** The files that came by it; absent for a link that shows. */
  received: whole.optional(),
});
export type ListedShare = z.infer<typeof listedShare>;

export const savedShare = z.object({
  /** The new folder, which fills. */
  docs: elementView.pick({ _id: true, linkname: true }),
  files: whole,
  /** Unit: bytes. */
  bytes: whole,
});
export type SavedShare = z.infer<typeof savedShare>;

/** A folder's first page, by name. */
export const shownFolder = z.object({
  docs: z.array(elementView),
  folderId: z.string(),
  /** The next page's `after`. */
  next: z.string().nullable(),
});
export type ShownFolder = z.infer<typeof shownFolder>;

/** The gateway asks catalog about links. */
export const shareCalls = {
  /** The same work whether there is one. */
  findShare: {
    method: 'POST',
    path: '/internal/shares/find',
    body: z.strictObject({ hash: z.string().max(64) }),
    answer: z.object({ share: openShare.nullable() }),
  },
  /** The links of an account, without what opens them. */
  driveShares: {
    method: 'GET',
    path: '/internal/drives/:drive/shares',
    params: ofDrive,
    answer: z.object({ shares: z.array(shareView.omit({ address: true })) }),
  },
  /** Adds to the bytes that the link has sent today, and says how many those are. */
  watchShare: {
    method: 'POST',
    path: '/internal/drives/:drive/shares/watch',
    params: ofDrive,
    body: z.strictObject({ id, sent: whole }),
    answer: z.object({ share: openShare.nullable(), sentToday: whole }),
  },
  /** `counted`: false where the limit is used up. `back` takes one off again. */
  countShare: {
    method: 'POST',
    path: '/internal/drives/:drive/shares/count',
    params: ofDrive,
    body: z.strictObject({
      id,
      what: z.enum(['opened', 'downloads']),
      limit: whole.nullable().default(null),
      back: z.literal(true).optional(),
    }),
    answer: z.object({ counted: z.boolean() }),
  },
  /** A folder as the visitors of a link see it: a path begins with the name of a root. */
  listShared: {
    method: 'POST',
    path: '/internal/drives/:drive/shares/list',
    params: ofDrive,
    body: shareState.pick({ id: true, roots: true, generation: true }).extend({ path: folderPath }).strict(),
    refuses: ['folder.not-found'],
    answer: shownFolder,
  },
  /** Copies what an open link shows into another drive, in the background. */
  saveShare: {
    method: 'POST',
    path: '/internal/drives/:drive/shares/save',
    params: ofDrive,
    body: z.strictObject({
      id,
      generation: whole,
      into: z.strictObject({ drive: driveId, sub: z.string(), folderId: id.optional(), opId }),
    }),
    refuses: [
      'share.not-found',
      'access.denied',
      'selection.too-large',
      'space.exceeded',
      'folder.not-found',
    ],
    answer: savedShare,
  },
  /** An operator lists them, and ends one by its address. */
  allShares: {
    method: 'GET',
    path: '/internal/shares',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
    answer: z.object({ shares: z.array(listedShare) }),
  },
  closeShare: {
    method: 'POST',
    path: '/internal/shares/close',
    body: z.strictObject({ hash: z.string().max(64) }),
    answer: z.object({ ended: z.boolean() }),
  },
  /** The elements that were added last below these roots. */
  newestWithin: {
    method: 'GET',
    path: '/internal/drives/:drive/newest',
    params: ofDrive,
    query: z.strictObject({ within: rootsInQuery }),
    answer: z.object({
      elements: z.array(
        z.object({ id: elementId, name: z.string(), kind: z.string(), born: z.iso.datetime() }),
      ),
    }),
  },
} as const;
