import { z } from 'zod';
import { derivativeKind } from './derived.js';
import { blobId, driveId, elementId } from './ids.js';
import { serviceNames } from './service-name.js';

/** Lists come in pages: `next` is the following page's `after`. */

export const pageQuery = z.strictObject({
  after: z.string().max(160).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
});

/** The operator sees it. */
export const problem = z.object({
  rule: z.string(),
  message: z.string(),
  about: z
    .object({ drive: driveId, elementId: z.string(), blobId: z.string(), id: z.string() })
    .partial()
    .optional(),
});
export type Problem = z.infer<typeof problem>;

export const leftoverQuery = z.strictObject({ before: z.coerce.date() });

export const problemList = z.object({ problems: z.array(problem) });
export const problemPage = z.object({
  problems: z.array(problem),
  looked: z.number().int(),
  next: z.string().nullable(),
});
export type ProblemPage = z.infer<typeof problemPage>;

export const drivePage = z.object({
  drives: z.array(
    z.object({
      drive: driveId,
      version: z.number().int(),
      count: z.number().int().optional(),
      /** Unit: bytes. */
      used: z.number().optional(),
    }),
  ),
  /** An estimate of how many drives there are. */
  total: z.number().int(),
  next: driveId.nullable(),
});
export type DrivePageAnswer = z.infer<typeof drivePage>;

/** Its own bytes (null for a link) and derived ones. */
export const elementBlobs = z.object({
  elementId,
  blobId: blobId.nullable(),
  derived: z.array(z.object({ kind: derivativeKind, blobId, bytes: z.number().int().nonnegative() })),
  size: z.number().int().nonnegative(),
  type: z.string(),
});
export type ElementBlobs = z.infer<typeof elementBlobs>;
export const elementBlobsPage = z.object({ blobs: z.array(elementBlobs), next: z.string().nullable() });
export type ElementBlobsPage = z.infer<typeof elementBlobsPage>;

/** Storage keeps the reference and catalog confirms it. */
export const driveReference = z.strictObject({ drive: driveId, elementId, blobId });
export type DriveReference = z.infer<typeof driveReference>;

export const referencePage = z.object({ references: z.array(driveReference), next: z.string().nullable() });

export const referencesRequest = z.strictObject({ references: z.array(driveReference).max(1000) });
export const keptReferenceList = z.object({ kept: z.array(driveReference) });

/** No element makes them (any more). */
export const goneReferences = z.object({ gone: z.array(driveReference) });

/** A service's events for the consumer, again. */
export const refillRequest = z.strictObject({
  /** A process that sees a new name forgets cached cursors. */
  run: z.string().min(1).max(64),
  source: z.enum(serviceNames),
  after: z.string().max(160).nullable(),
  limit: z.number().int().min(1).max(1000),
});
export type RefillRequest = z.infer<typeof refillRequest>;

export const refilledPage = z.object({
  /** 0: there are no more. */
  read: z.number().int(),
  last: z.string().nullable(),
});
export type RefilledPage = z.infer<typeof refilledPage>;

/** `waiting`: can still be kept · `done`: only this record and tombstones are left. */
export const deletionStates = ['waiting', 'running', 'done'] as const;

/** It contains no personal data. */
export const deletionList = z.object({
  deletions: z.array(
    z.object({
      drive: driveId,
      state: z.enum(deletionStates),
      asked: z.iso.datetime(),
      due: z.iso.datetime(),
      ended: z.iso.datetime().nullable(),
      forgotten: z.array(z.enum(serviceNames)),
    }),
  ),
});
export type DeletionList = z.infer<typeof deletionList>;

export const adminActs = ['cancelled.listed', 'content.shown', 'account.deleted'] as const;
export type AdminAct = (typeof adminActs)[number];

/** An entry names the drive only: not whose it was or what it held. */
export const auditList = z.object({
  entries: z.array(
    z.object({
      at: z.iso.datetime(),
      admin: driveId,
      act: z.enum(adminActs),
      drive: driveId.nullable(),
    }),
  ),
});
export type AuditList = z.infer<typeof auditList>;

export const jobStates = ['waiting', 'running', 'done', 'failed', 'dropped'] as const;

export const jobsReport = z.object({
  jobs: z.array(
    z.object({
      kind: z.string(),
      state: z.enum(jobStates),
      jobs: z.number().int(),
      oldest: z.iso.datetime().nullable(),
    }),
  ),
  failures: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      /** It is null for the service's own work. */
      drive: driveId.nullable(),
      /** Example: an element. */
      group: z.string().nullable(),
      tries: z.number().int(),
      reason: z.string().nullable(),
      ended: z.iso.datetime().nullable(),
    }),
  ),
});
export type JobsReport = z.infer<typeof jobsReport>;

export const jobName = z.strictObject({ id: z.string().min(1).max(200) });

export const jobsRepair = z.strictObject({ ids: z.array(z.string().min(1).max(200)).max(1000) });

export const storageTotals = z.object({
  /** The number is approximate. */
  blobs: z.number().int(),
  /** Awaiting removal; also fresh uploads. */
  condemned: z.number().int(),
  pending: z.number().int(),
});
export type StorageTotals = z.infer<typeof storageTotals>;
