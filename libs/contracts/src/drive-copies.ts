import { z } from 'zod';
import { derivedResults } from './derived.js';
import { blobId, driveId, elementId } from './ids.js';
import { serviceNames, type ServiceName } from './service-name.js';

/**
 * `/internal/drives/:drive/{export,restore,forget}`. Export and restore are lines in MongoDB's relaxed
 * Extended JSON (dates stay dates); the last is `{"end": <lines before it>}`.
 */

const version = z.number().int().nonnegative();

/** A service without such a part refuses. */
export const driveExportQuery = z.discriminatedUnion('part', [
  /** A `driveMoment`, then a `blobOwner` for each row that names blobs, or may, ordered by blob. */
  z.strictObject({ part: z.literal('moment') }),
  /** The range starts at version 1. */
  z.strictObject({ part: z.literal('events'), upTo: z.coerce.number().int().nonnegative() }),
  /** The records are `archivedOpening`s. */
  z.strictObject({ part: z.literal('openings') }),
  /** The stream is empty when the blob is missing or incomplete. */
  z.strictObject({ part: z.literal('blob'), blobId }),
  /** The stream is empty when the drive has no account. */
  z.strictObject({ part: z.literal('account') }),
]);
export type DriveExportQuery = z.infer<typeof driveExportQuery>;
export type DrivePart = DriveExportQuery['part'];

const settings = z.array(z.looseObject({ id: z.string().min(1) }));

export const driveMoment = z.object({
  /** 0 for a drive that was never written. */
  version,
  underWay: z.number().int(),
  settings,
});

/** An element that names blobs, or may yet: a file or a link. */
export const blobOwner = z.object({
  id: elementId,
  class: z.literal('item'),
  kind: z.string(),
  url: z.string().nullable(),
  blobId: blobId.nullable(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  derived: derivedResults,
});
export type BlobOwner = z.infer<typeof blobOwner>;

const count = z.number().int().nonnegative();

/** How often an element, or a link, was opened. */
export const archivedOpening = z.union([
  z.strictObject({ elementId, counter: z.number().int() }),
  z.strictObject({ share: z.string().regex(/^[\w-]{1,64}$/), opened: count, downloads: count }),
]);
export type ArchivedOpening = z.infer<typeof archivedOpening>;
export const archivedReference = z.strictObject({ elementId, blobId });
export const archivedAccount = z.strictObject({
  sub: z.string().regex(/^[^|\s]{1,100}\|[^|\s]{1,200}$/),
  drive: driveId,
  name: z.string().max(200),
  picture: z.string().max(4096).nullable(),
  createdAt: z.coerce.date(),
});

/** The first line; what follows is the service's own. */
export const driveRestoreHead = z.strictObject({
  /** The versions of other services' events that count as consumed. */
  passed: z.partialRecord(z.enum(serviceNames), version),
  stream: z.strictObject({ version, settings }).optional(),
});
export type DriveRestoreHead = z.infer<typeof driveRestoreHead>;

/** Services whose events others act on first; the account last, so an interrupted deletion is found again. */
export const forgettingOrder: readonly ServiceName[] = [
  'catalog',
  'billing',
  'media',
  'storage',
  'notify',
  'gateway',
];

export const driveForgetRequest = z.strictObject({
  /** True: the id is never written again. False: undoes a restore, which may be repeated. */
  forGood: z.boolean(),
});

export const driveKnown = z.object({ known: z.boolean() });

/** `POST /internal/restores/…` of catalog. */
export const restoreRun = z.strictObject({ drive: driveId, run: z.uuid() });
export const restoreEnd = restoreRun.extend({
  /** The next restore checks the drive when it is true. */
  broken: z.boolean(),
});
export const restoreClaimed = z.object({
  claimed: z.boolean(),
  wasBroken: z.boolean(),
});
/** Running ones, and those whose process was killed. */
export const restoreList = z.object({
  restores: z.array(z.object({ drive: driveId, underWay: z.boolean() })),
});
