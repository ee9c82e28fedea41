import { z } from 'zod';
import { derivedResults } from '../derived.js';
import { elementClass } from '../element.js';
import { blobId, elementId } from '../ids.js';
import { counterDelta } from './counter-delta.js';

/** Elements went to another folder, with all they hold. They keep their ids and dates, and their names unless one says otherwise. */
export const elementsMoved = z.object({
  type: z.literal('catalog.elements.moved'),
  moved: z
    .array(
      z.object({
        id: elementId,
        class: elementClass,
        from: elementId,
        /** Its name was taken there, and it has another one now. A link's bytes follow its name. */
        renamed: z
          .object({
            name: z.string(),
            nameKey: z.string(),
            tags: z.array(z.string()),
            size: z.number().int(),
          })
          .optional(),
        /** Its name and tags as it was cut. */
        before: z.object({ name: z.string(), tags: z.array(z.string()) }).optional(),
      }),
    )
    .min(1),
  to: elementId,
  /** Absent when no one's bytes changed. */
  delta: counterDelta.optional(),
});

/** A copy with all that an element is: replaying needs nothing of its source, which may be gone by then. */
export const copiedElement = z.object({
  id: elementId,
  /** What it is a copy of. */
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
  /** The same bytes as the source's: each of both keeps them. */
  blobId: blobId.nullable(),
  extension: z.string().nullable(),
  uploadedFrom: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** What was made from the source is the copy's too. */
  derived: derivedResults,
  confirm: z.boolean().nullable(),
});
export type CopiedElement = z.infer<typeof copiedElement>;

/** How far a large copy has come; elements. */
export const copyProgress = z.object({
  process: z.string(),
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  /** The folders that hold the names and fill up. */
  placeholders: z.array(elementId),
});
export type CopyProgress = z.infer<typeof copyProgress>;

/** New elements like others, parents before what they hold: a whole small copy, the beginning of a large one, or one of its chunks. */
export const elementsCopied = z.object({
  type: z.literal('catalog.elements.copied'),
  elements: z.array(copiedElement).min(1),
  /** null for a copy that is whole with this event. */
  progress: copyProgress.nullable(),
  delta: counterDelta,
});

/** A large copy is whole: its folders are like any other. */
export const copyFinished = z.object({
  type: z.literal('catalog.copy.finished'),
  process: z.string(),
  placeholders: z.array(elementId),
});

/** A large copy was given up: what it has made waits in limbo for `catalog.elements.purged`. */
export const copyCancelled = z.object({
  type: z.literal('catalog.copy.cancelled'),
  process: z.string(),
  reason: z.enum(['asked', 'no-room', 'target-gone']),
  limbo: z.array(z.object({ id: elementId, parentId: elementId, limboId: elementId })),
  /** Folders that were deleted meanwhile: no longer marked, should they come back. */
  left: z.array(elementId),
  /** The process that purges what is in limbo. */
  purge: z.string().nullable(),
});

/** A large deletion was stopped: what it had not purged yet is back, under another name where its own was taken meanwhile. */
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
    }),
  ),
  delta: counterDelta,
});
