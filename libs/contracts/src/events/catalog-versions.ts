import { z } from 'zod';
import { derivedResults } from '../derived.js';
import { blobId, elementId, uploadId } from '../ids.js';
import { counterDelta, elementBlob } from './catalog-fields.js';
import { uploadedFile } from './catalog-uploads.js';
import { deviceName } from './envelope.js';

/** All that changes when other bytes take the place of a file's. */
export const fileContent = z.object({
  blobId,
  kind: z.string(),
  extension: z.string().nullable(),
  source: z.string().nullable(),
  size: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The date of the file itself. */
  modified: z.iso.datetime().nullable(),
  derived: derivedResults,
  confirm: z.boolean().nullable(),
  /** These bytes came then. */
  since: z.iso.datetime(),
  /** The name under which its owner keeps them. */
  label: z.string().nullable(),
  /** The device that uploaded them; of a new upload, the event itself names it. */
  device: deviceName.optional(),
});
export type FileContent = z.infer<typeof fileContent>;

export const replacedFile = z.object({
  id: elementId,
  /** null: an earlier version is current again. */
  uploadId: uploadId.nullable(),
  content: fileContent,
  before: fileContent,
  /** The bytes before are a version from now on; else they are released. */
  kept: z.boolean(),
  /** These earlier versions exceed the limit of a file. */
  dropped: z.array(blobId),
  /** The number of versions that are left. */
  versions: z.number().int().nonnegative(),
});
export type ReplacedFile = z.infer<typeof replacedFile>;

/** The element stays: its id, name, place and tags. */
export const fileReplaced = z.object({
  type: z.literal('catalog.file.replaced'),
  replaced: z.array(replacedFile).min(1),
  /** The same command adds these files. */
  uploaded: z.array(uploadedFile),
  released: z.array(elementBlob),
  delta: counterDelta,
});

export const versionsLeft = z.object({ id: elementId, versions: z.number().int().nonnegative() });

export const versionsDropped = z.object({
  type: z.literal('catalog.versions.dropped'),
  blobIds: z.array(elementBlob).min(1),
  left: z.array(versionsLeft),
  delta: counterDelta,
  /** A command needed the room. */
  room: z.literal(true).optional(),
});

/** null: it has no name any more. */
export const versionNamed = z.object({
  type: z.literal('catalog.version.named'),
  id: elementId,
  blobId,
  label: z.string().nullable(),
  since: z.iso.datetime(),
  /** It is the present content, not an earlier one. */
  current: z.boolean(),
});

/** Media describes earlier contents. */
export const versionsDescribed = z.object({
  type: z.literal('catalog.versions.described'),
  items: z
    .array(
      z.object({
        ...elementBlob.shape,
        derived: derivedResults,
        width: z.number().int().nullable(),
        height: z.number().int().nullable(),
        confirm: z.boolean().nullable(),
      }),
    )
    .min(1)
    .max(100),
});
