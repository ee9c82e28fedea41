import { z } from 'zod';
import { elementId } from '../ids.js';
import {
  stateBefore,
  counterDelta,
  elementBlob,
  goneElement,
  keptChange,
  keptSum,
  placed,
} from './catalog-fields.js';
import { derivedResults } from '../derived.js';
import {
  copyCancelled,
  copyFinished,
  deletionCancelled,
  elementsCopied,
  elementsMoved,
} from './catalog-paste.js';
import { shareChanged, shareCreated, shareEnded } from './catalog-shares.js';
import { bookmarksImported, playlistAdded } from './catalog-additions.js';
import { filesUploaded, uploadRefused } from './catalog-uploads.js';
import { fileReplaced, versionNamed, versionsDescribed, versionsDropped } from './catalog-versions.js';

/** At once, or a chunk of a drive-wide change. */
export const elementsTagged = z.object({
  type: z.literal('catalog.elements.tagged'),
  items: z
    .array(
      z.object({
        id: elementId,
        name: z.string(),
        tags: z.array(z.string()),
        before: stateBefore.optional(),
        /** The tags before a drive-wide change; older events lack it. */
        former: z.array(z.string()).optional(),
        /** It lies in the trash, where no one finds it by its words. */
        hidden: z.literal(true).optional(),
      }),
    )
    .min(1),
  /** null when this event completes the change. */
  process: z.string().nullable(),
});

/** A drive-wide change was stopped; what changed stays. */
export const tagChangeCancelled = z.object({
  type: z.literal('catalog.tag-change.cancelled'),
  process: z.string(),
});

/** Shows or hides the built-in elements in the root; billing keeps it among the settings. */
export const defaultElementsSwitched = z.object({
  type: z.literal('catalog.default-elements.switched'),
  shown: z.boolean(),
});

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
  /** The number of UTF-8 bytes in name and URL. */
  size: z.number().int(),
  delta: counterDelta,
});

/** A link's bytes follow its name, so there is a delta. */
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
  /** Its name was `from`. */
  before: stateBefore.extend({ confirm: z.boolean().nullable() }).optional(),
  delta: counterDelta,
});

/** In limbo, elements with `trash` can be restored; the others wait for `catalog.elements.purged`. */
export const elementsDeleted = z.object({
  type: z.literal('catalog.elements.deleted'),
  roots: z.array(z.object({ id: elementId, parentId: elementId })),
  removed: z.array(elementId),
  blobIds: z.array(elementBlob),
  /** Moved under a limbo parent, to be purged by this process. */
  limbo: z.array(z.object({ id: elementId, limboId: elementId })),
  process: z.string().nullable(),
  delta: counterDelta,
  /** The earlier contents of removed files; `blobIds` has them too. */
  versions: z.array(elementBlob).optional(),
  gone: z.array(goneElement).optional(),
  trash: z
    .object({
      /** The paths of their former folders. */
      paths: z.array(z.object({ parentId: elementId, path: z.string() })),
      /** null: too many to count at once, see `catalog.trash.counted`. */
      counted: z.array(z.object({ id: elementId, kept: keptSum })).nullable(),
      /** The elements that the counted ones hold. */
      below: z.array(elementId),
      /** No root has more folders below each other. It is absent where that is unknown. */
      levels: z.number().int().optional(),
    })
    .optional(),
});

/** A large deletion's bytes no longer count as used. */
export const trashCounted = z.object({
  type: z.literal('catalog.trash.counted'),
  items: z
    .array(
      z.object({
        id: elementId,
        kept: keptSum,
      }),
    )
    .min(1),
  delta: counterDelta,
});

/** Its owner deletes these forever, or all up to `before`; `catalog.elements.purged` follows. */
export const trashEmptied = z.object({
  type: z.literal('catalog.trash.emptied'),
  process: z.string(),
  roots: z.array(elementId),
  before: z.string().nullable(),
});

/** The account's trash keeps elements for so many days; null: as the installation says. */
export const trashDaysChanged = z.object({
  type: z.literal('catalog.trash-days.changed'),
  days: z.number().int().nonnegative().nullable(),
});

/** A chunk of a large deletion, leaf first. */
export const elementsPurged = z.object({
  type: z.literal('catalog.elements.purged'),
  process: z.string(),
  chunk: z.number().int(),
  removed: z.array(elementId),
  blobIds: z.array(elementBlob),
  last: z.boolean(),
  delta: counterDelta,
  trash: z.array(keptChange).optional(),
  /** Both have the form of `catalog.elements.deleted`. */
  versions: z.array(elementBlob).optional(),
  gone: z.array(goneElement).optional(),
  /** A command needed the room. */
  room: z.literal(true).optional(),
});

/** By media; in the drive's stream, so that a rebuild has it too. */
export const elementsDescribed = z.object({
  type: z.literal('catalog.elements.described'),
  /** Each field replaces the whole. */
  items: z
    .array(
      z.object({
        id: elementId,
        derived: derivedResults,
        /** Pixels of the file as shown. */
        width: z.number().int().nullable(),
        height: z.number().int().nullable(),
        confirm: z.boolean().nullable(),
      }),
    )
    .min(1)
    .max(100),
  /** Kept from now on by elements without bytes of their own. */
  kept: z.array(elementBlob),
  released: z.array(elementBlob),
});

/** A folder is brought back to what it held after version `to`; `catalog.rewind.finished` ends that. */
export const rewindStarted = z.object({
  type: z.literal('catalog.rewind.started'),
  process: z.string(),
  folder: elementId,
  to: z.number().int().nonnegative(),
  /** The version before this event. */
  from: z.number().int().nonnegative(),
  /** It undoes this process, and nothing else. */
  undoes: z.string().nullable(),
});

export const rewindFinished = z.object({
  type: z.literal('catalog.rewind.finished'),
  process: z.string(),
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
  trashCounted,
  trashEmptied,
  trashDaysChanged,
  shareCreated,
  shareChanged,
  shareEnded,
  fileReplaced,
  versionsDropped,
  versionNamed,
  versionsDescribed,
  rewindStarted,
  rewindFinished,
]);
export type CatalogEvent = z.infer<typeof catalogEvent>;
