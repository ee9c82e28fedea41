import { z } from 'zod';
import { derivedResults } from './derived.js';
import { blobId, driveId, elementId } from './ids.js';
import { serviceNames, type ServiceName } from './service-name.js';

/**
 * What each service gives of a drive, takes of one, and forgets: `/internal/drives/:drive/{export,restore,forget}`. Export and restore are streams of lines,
 * each a value in MongoDB's relaxed Extended JSON (so dates stay dates), the last one `{"end": <lines before it>}`.
 */

const version = z.number().int().nonnegative();

/** What a service is asked for; one that has no such part refuses. */
export const driveExportQuery = z.discriminatedUnion('part', [
  /** A `driveMoment`, then in a service whose rows name blobs a `blobOwner` for each row that does or may yet, in the order of their blobs. */
  z.strictObject({ part: z.literal('moment') }),
  /** The events from 1 to a version, with all that is kept with them. */
  z.strictObject({ part: z.literal('events'), upTo: z.coerce.number().int().nonnegative() }),
  /** How often what was opened: `archivedOpening`s. */
  z.strictObject({ part: z.literal('openings') }),
  /** What is known of one blob; nothing when it is not there or not whole. */
  z.strictObject({ part: z.literal('blob'), blobId }),
  /** The account whose drive it is; nothing when it is no one's. */
  z.strictObject({ part: z.literal('account') }),
]);
export type DriveExportQuery = z.infer<typeof driveExportQuery>;
export type DrivePart = DriveExportQuery['part'];

const settings = z.array(z.looseObject({ id: z.string().min(1) }));

/** A drive at one moment, besides its events. */
export const driveMoment = z.object({
  /** 0 for a drive that was never written. */
  version,
  /** Large commands that are being carried on. */
  underWay: z.number().int(),
  settings,
});

/** An element that names blobs, or may yet: a file or a link. */
export const blobOwner = z.object({
  id: elementId,
  class: z.literal('item'),
  /** MIME type of a file, kind of a link. */
  kind: z.string(),
  url: z.string().nullable(),
  blobId: blobId.nullable(),
  /** Pixels, of an image whose size is known. */
  width: z.number().nullish(),
  height: z.number().nullish(),
  derived: derivedResults,
});
export type BlobOwner = z.infer<typeof blobOwner>;

export const archivedOpening = z.strictObject({ elementId, counter: z.number().int() });
export const archivedReference = z.strictObject({ elementId, blobId });
export const archivedAccount = z.strictObject({
  sub: z.string().regex(/^[^|\s]{1,100}\|[^|\s]{1,200}$/),
  drive: driveId,
  name: z.string().max(200),
  picture: z.string().max(4096).nullable(),
  createdAt: z.coerce.date(),
});

/** The first line of a restore; what follows is of the service's own. */
export const driveRestoreHead = z.strictObject({
  /** How far the service counts as having passed the events of others, whose effects are restored with it. */
  passed: z.partialRecord(z.enum(serviceNames), version),
  /** Of a service whose drives are streams. */
  stream: z.strictObject({ version, settings }).optional(),
});
export type DriveRestoreHead = z.infer<typeof driveRestoreHead>;

/** The order in which all services forget a drive: those first whose events others act on; the account last, so that what was broken off is found again. */
export const forgettingOrder: readonly ServiceName[] = [
  'catalog',
  'billing',
  'media',
  'storage',
  'notify',
  'gateway',
];

export const driveForgetRequest = z.strictObject({
  /** True: a tombstone of the drive's id stays, and nothing is ever written for it again. False: a restore is taken back and may be repeated. */
  forGood: z.boolean(),
});

/** Whether a service knows a drive, or has closed it for good. */
export const driveKnown = z.object({ known: z.boolean() });

/** `POST /internal/restores/…` of catalog: who restores a drive says so, so that what a killed restore has left can be told from a drive that people use. */
export const restoreRun = z.strictObject({ drive: driveId, run: z.uuid() });
export const restoreEnd = restoreRun.extend({
  /** True: no one knows whether the drive is whole, so the next restore looks. */
  broken: z.boolean(),
});
export const restoreClaimed = z.object({
  claimed: z.boolean(),
  /** Whether an earlier restore was broken off. */
  wasBroken: z.boolean(),
});
/** `GET /internal/restores`: drives that are being restored, or were until the process was killed. */
export const restoreList = z.object({
  restores: z.array(z.object({ drive: driveId, underWay: z.boolean() })),
});
