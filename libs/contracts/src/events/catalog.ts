import { z } from 'zod';
import { derivedResults } from '../derived.js';
import { blobId, elementId, uploadId } from '../ids.js';
import {
  copyCancelled,
  copyFinished,
  deletionCancelled,
  elementsCopied,
  elementsMoved,
} from './catalog-paste.js';
import { bookmarksImported } from './catalog-bookmarks.js';
import { playlistAdded } from './catalog-playlist.js';
import { elementsTagged, tagChangeCancelled } from './catalog-tags.js';
import { counterDelta } from './counter-delta.js';
import { defaultElementsSwitched } from './catalog-view.js';
import { placed, stoodBefore } from './placed.js';

export const folderCreated = z.object({
  type: z.literal('catalog.folder.created'),
  ...placed,
  delta: counterDelta,
});

export const linkAdded = z.object({
  type: z.literal('catalog.link.added'),
  ...placed,
  kind: z.string(),
  url: z.string(),
  image: z.string().nullable(),
  /** UTF-8 bytes of name and URL: what a link costs. */
  size: z.number().int(),
  delta: counterDelta,
});

export const uploadedFile = z.object({
  ...placed,
  uploadId,
  blobId,
  kind: z.string(),
  extension: z.string().nullable(),
  source: z.string(),
  size: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** One admission: up to ten files of one folder, all in one transaction. */
export const filesUploaded = z.object({
  type: z.literal('catalog.files.uploaded'),
  files: z.array(uploadedFile).min(1),
  delta: counterDelta,
});

/** Bytes that arrived but could not be admitted (name taken meanwhile, folder gone, no room). Storage lets the blob go. */
export const uploadRefused = z.object({
  type: z.literal('catalog.upload.refused'),
  uploadId,
  blobId,
  name: z.string(),
  code: z.string(),
  message: z.string(),
});

/** Of a folder or an item: `class` tells. A link's bytes follow its name, so there is a delta. */
export const elementEdited = z.object({
  type: z.literal('catalog.element.edited'),
  id: elementId,
  class: z.enum(['folder', 'item']),
  from: z.string(),
  name: z.string(),
  nameKey: z.string(),
  extension: z.string().nullable(),
  tags: z.array(z.string()),
  size: z.number().int(),
  confirm: z.boolean().nullable(),
  /** As it was; its name was `from`. */
  before: stoodBefore.extend({ confirm: z.boolean().nullable() }).optional(),
  delta: counterDelta,
});

/** Selected elements left the tree. Small ones are gone with this event (`removed`); larger ones wait in limbo for `catalog.elements.purged`. */
export const elementsDeleted = z.object({
  type: z.literal('catalog.elements.deleted'),
  roots: z.array(z.object({ id: elementId, parentId: elementId })),
  removed: z.array(elementId),
  blobIds: z.array(z.object({ elementId, blobId })),
  /** Roots that moved under a limbo parent of their own, to be purged by this process. */
  limbo: z.array(z.object({ id: elementId, limboId: elementId })),
  process: z.string().nullable(),
  delta: counterDelta,
});

/** One chunk of a large deletion, leaf first. */
export const elementsPurged = z.object({
  type: z.literal('catalog.elements.purged'),
  process: z.string(),
  chunk: z.number().int(),
  removed: z.array(elementId),
  blobIds: z.array(z.object({ elementId, blobId })),
  last: z.boolean(),
  delta: counterDelta,
});

/** What media has made from elements, or has given up. It enters the drive's stream, so a rebuild has it too. */
export const elementsDescribed = z.object({
  type: z.literal('catalog.elements.described'),
  /** Each field is whole: what the element has from now on. */
  items: z
    .array(
      z.object({
        id: elementId,
        derived: derivedResults,
        /** Pixels of the file itself as shown, not of what was made from it. */
        width: z.number().int().nullable(),
        height: z.number().int().nullable(),
        confirm: z.boolean().nullable(),
      }),
    )
    .min(1)
    .max(100),
  /** Blobs that elements without bytes of their own keep from now on, and keep no longer. */
  kept: z.array(z.object({ elementId, blobId })),
  released: z.array(z.object({ elementId, blobId })),
});

export const quotaChanged = z.object({
  type: z.literal('catalog.quota.changed'),
  quota: z.number().int().nonnegative(),
});

export const catalogEvent = z.discriminatedUnion('type', [
  folderCreated,
  linkAdded,
  filesUploaded,
  uploadRefused,
  elementEdited,
  elementsDeleted,
  elementsPurged,
  elementsDescribed,
  quotaChanged,
  defaultElementsSwitched,
  elementsMoved,
  elementsCopied,
  copyFinished,
  copyCancelled,
  deletionCancelled,
  elementsTagged,
  tagChangeCancelled,
  playlistAdded,
  bookmarksImported,
]);
export type CatalogEvent = z.infer<typeof catalogEvent>;
