import {
  archivedOpening,
  archivedReference,
  blobId,
  derivativeKind,
  driveId,
  uploadId,
} from '@skyshelf/contracts';
import { z } from 'zod';

/** See docs/operations.md. */
export const FORMAT = 'skyshelf-drive';
export const FORMAT_VERSION = 1;

/** In order; events, references and openings are in parts of lines. */
export const entryNames = {
  manifest: 'manifest.json',
  events: (service: 'catalog' | 'billing', part: number) => `${service}/events-${numbered(part)}.jsonl`,
  opens: (part: number) => `catalog/opens-${numbered(part)}.jsonl`,
  references: (part: number) => `storage/references-${numbered(part)}.jsonl`,
  bytes: (id: string) => `blobs/${id}`,
  blob: (id: string) => `blobs/${id}.json`,
  end: 'end.json',
} as const;

const numbered = (part: number): string => String(part).padStart(8, '0');

const stream = z.object({
  version: z.number().int().nonnegative(),
  /** The events do not contain them. */
  settings: z.array(z.looseObject({ id: z.string().min(1) })),
});

export const manifest = z.object({
  format: z.literal(FORMAT, 'This is no archive of a drive'),
  formatVersion: z.literal(FORMAT_VERSION, 'The archive is of a version that is not known here'),
  at: z.iso.datetime(),
  account: z.object({
    sub: z.string(),
    name: z.string(),
    picture: z.string().nullable(),
    drive: driveId,
    createdAt: z.iso.datetime(),
  }),
  catalog: stream,
  billing: stream,
});
export type Manifest = z.infer<typeof manifest>;

/** Follows the bytes. */
export const archivedBlob = z.object({
  blobId,
  once: z.string(),
  uploadId: uploadId.nullable(),
  source: blobId.nullable(),
  kind: derivativeKind.nullable(),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  begun: z.iso.datetime(),
  finished: z.iso.datetime(),
});
export type ArchivedBlob = z.infer<typeof archivedBlob>;

export const reference = archivedReference;
export const opening = archivedOpening;

/** An archive without it is incomplete. */
export const closing = z.strictObject({
  entries: z.number().int(),
  /** The hash covers a line `<sha256 of the entry> <its name>\n` for each entry before. */
  sha256: z.string(),
});
