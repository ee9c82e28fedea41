import { z } from 'zod';
import { derivedResults } from '../derived.js';
import { elementClass } from '../element.js';
import { blobId, elementId } from '../ids.js';
import { counterDelta, keptChange, placed, stateBefore } from './catalog-fields.js';

/** Ids and dates stay; names too unless one is given. */
export const elementsMoved = z.object({
  type: z.literal('catalog.elements.moved'),
  moved: z
    .array(
      z.object({
        id: elementId,
        class: elementClass,
        from: elementId,
        /** A taken name was changed. A link's bytes follow its name. */
        renamed: z
          .object({
            name: z.string(),
            nameKey: z.string(),
            tags: z.array(z.string()),
            size: z.number().int(),
          })
          .optional(),
        before: z.object({ name: z.string(), tags: z.array(z.string()) }).optional(),
      }),
    )
    .min(1),
  to: elementId,
  /** Absent when no bytes changed. */
  delta: counterDelta.optional(),
});

/** Self-contained: its source may be gone at a replay. */
export const copiedElement = z.object({
  id: elementId,
  source: elementId,
  parentId: elementId,
  class: elementClass,
  name: z.string(),
  nameKey: z.string(),
  tags: z.array(z.string()),
  kind: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
  size: z.number().int(),
  /** Shared with the source: each keeps them. */
  blobId: blobId.nullable(),
  extension: z.string().nullable(),
  uploadedFrom: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  derived: derivedResults,
  confirm: z.boolean().nullable(),
  /** The date of the file itself; older events lack it. */
  modified: z.iso.datetime().optional(),
});
export type CopiedElement = z.infer<typeof copiedElement>;

export const copyProgress = z.object({
  process: z.string(),
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  /** They reserve the names and fill up. */
  placeholders: z.array(elementId),
});
export type CopyProgress = z.infer<typeof copyProgress>;

/** Parents before their content: a whole small copy, a large one's beginning, or a chunk. */
export const elementsCopied = z.object({
  type: z.literal('catalog.elements.copied'),
  elements: z.array(copiedElement).min(1),
  /** null: complete with this event. */
  progress: copyProgress.nullable(),
  delta: counterDelta,
});

export const copyFinished = z.object({
  type: z.literal('catalog.copy.finished'),
  process: z.string(),
  placeholders: z.array(elementId),
});

/** The elements that it made wait in limbo for `catalog.elements.purged`. */
export const copyCancelled = z.object({
  type: z.literal('catalog.copy.cancelled'),
  process: z.string(),
  reason: z.enum(['asked', 'no-room', 'target-gone']),
  limbo: z.array(z.object({ id: elementId, parentId: elementId, limboId: elementId })),
  /** Folders deleted before: unmarked should they come back. */
  left: z.array(elementId),
  purge: z.string().nullable(),
});

/** Elements that were not purged are back, renamed where their name was taken. */
export const deletionCancelled = z.object({
  type: z.literal('catalog.deletion.cancelled'),
  process: z.string(),
  restored: z.array(
    z.object({
      id: elementId,
      parentId: elementId,
      name: z.string(),
      nameKey: z.string(),
      tags: z.array(z.string()),
      size: z.number().int(),
      /** The folder and the name that it had; older events lack them. */
      before: stateBefore.extend({ name: z.string() }).optional(),
    }),
  ),
  delta: counterDelta,
  trash: z
    .object({
      /** Made again, since they were deleted too. */
      folders: z.array(z.object(placed)),
      /** They are found by their words again. */
      below: z.array(z.object({ id: elementId, name: z.string(), tags: z.array(z.string()) })),
      changed: z.array(keptChange),
    })
    .optional(),
});
