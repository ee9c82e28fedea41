import { z } from 'zod';
import type { AccessScope } from './access-scope.js';
import { blobId, driveId, elementId, uploadId } from './ids.js';
import { limits } from './limits.js';

/** Both are absent in what older versions signed. */
const replacing = {
  /** A file of this name is replaced. */
  replace: z.literal(true).optional(),
  /** This file is replaced, wherever it is by then; if it is gone, a taken name gets a number. */
  replaces: elementId.optional(),
};

/** A file that a link receives. Its sender reads none of it: such statements are sealed. */
export const dropped = z.strictObject({
  link: z.string(),
  generation: z.number().int(),
  visitor: z.string(),
  /** All that a sender drops at once has the same. */
  sending: z.string(),
  /** Names of folders below that of the link. */
  path: z.array(z.string()),
  tags: z.array(z.string()),
});
export type Dropped = z.infer<typeof dropped>;

/** A file that a link receives is of its sender alone, and every other one of no visitor. */
export const isOfCaller = (drop: Dropped | undefined, scope: AccessScope | undefined): boolean =>
  drop
    ? scope?.kind === 'drop' &&
      scope.id === drop.link &&
      scope.generation === drop.generation &&
      scope.visitor === drop.visitor
    : scope?.roots === undefined;

/** Signed by catalog: allows one file's bytes. */
export const uploadGrant = z.strictObject({
  kind: z.literal('upload-grant'),
  uploadId,
  drive: driveId,
  user: z.string(),
  folderId: elementId,
  name: z.string(),
  size: z.number().int().nonnegative(),
  contentType: z.string(),
  source: z.string(),
  quota: z.number().nonnegative(),
  /** Milliseconds since the epoch, as all here; absent: never renewed. */
  started: z.number().int().optional(),
  /** The date that the sender reports. */
  modified: z.number().int().optional(),
  /** A taken name gets a number. */
  conflict: z.literal('number').optional(),
  ...replacing,
  drop: dropped.optional(),
  expires: z.number().int(),
});
export type UploadGrant = z.infer<typeof uploadGrant>;

/** Signed by catalog, for one import by the program that fetches. */
export const importGrant = uploadGrant.omit({ started: true, modified: true }).extend({
  kind: z.literal('import-grant'),
  /** `size` is then a maximum. */
  upTo: z.boolean(),
});
export type ImportGrant = z.infer<typeof importGrant>;

export const uploadStarted = ({ started, expires }: Pick<UploadGrant, 'started' | 'expires'>): number =>
  started ?? expires - limits.grantMs;

/** An upload by a link lasts as long as a visit. */
export const uploadEnds = (grant: Pick<UploadGrant, 'started' | 'expires' | 'drop'>): number =>
  grant.drop ? grant.expires : uploadStarted(grant) + limits.uploadMs;

/** Signed by storage: these bytes are durable. */
export const uploadReceipt = z.strictObject({
  kind: z.literal('upload-receipt'),
  uploadId,
  drive: driveId,
  folderId: elementId,
  name: z.string(),
  conflict: z.literal('number').optional(),
  ...replacing,
  drop: dropped.optional(),
  source: z.string(),
  blobId,
  size: z.number().int().nonnegative(),
  sha256: z.string().nullable(),
  contentType: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  expires: z.number().int(),
});
export type UploadReceipt = z.infer<typeof uploadReceipt>;

/** Signed by the gateway, for the link that confirms a mail address. */
export const noticesLink = z.strictObject({
  kind: z.literal('notices'),
  drive: driveId,
  confirmation: z.string(),
});

/** Signed by billing: the paying account. */
export const payer = z.strictObject({ kind: z.literal('payer'), drive: driveId });
export type Payer = z.infer<typeof payer>;
