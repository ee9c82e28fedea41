import { z } from 'zod';
import { derivativeKind } from './derived.js';
import { blobId, driveId, elementId } from './ids.js';
import { serviceNames } from './service-name.js';

/**
 * What the operator's commands ask the services by their `/internal/…` routes, and what those answer. Lists come in pages: `next` is the `after` of the
 * following one, null after the last.
 */

/** Query of a list in pages. */
export const pageQuery = z.strictObject({
  after: z.string().max(160).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
});

/** What a check found wrong, in words for the operator. */
export const problem = z.object({
  rule: z.string(),
  message: z.string(),
  /** What it is about, for the operator who repairs it. */
  about: z
    .object({ drive: driveId, elementId: z.string(), blobId: z.string(), id: z.string() })
    .partial()
    .optional(),
});
export type Problem = z.infer<typeof problem>;

/** `GET /internal/leftovers`. */
export const leftoverQuery = z.strictObject({ before: z.coerce.date() });

export const problemList = z.object({ problems: z.array(problem) });
export const problemPage = z.object({
  problems: z.array(problem),
  /** How much was looked at for this page. */
  looked: z.number().int(),
  next: z.string().nullable(),
});
export type ProblemPage = z.infer<typeof problemPage>;

/** `GET /internal/drives` of a service whose drives are streams. */
export const drivePage = z.object({
  drives: z.array(
    z.object({
      drive: driveId,
      /** The last version of its stream. */
      version: z.number().int(),
      /** Elements; of a service that counts them. */
      count: z.number().int().optional(),
      /** Bytes. */
      used: z.number().optional(),
    }),
  ),
  /** About how many drives there are in all. */
  total: z.number().int(),
  next: driveId.nullable(),
});
export type DrivePageAnswer = z.infer<typeof drivePage>;

/** The blobs of an element as catalog tells them: its own bytes (null for a link), and what was made from it. */
export const elementBlobs = z.object({
  elementId,
  blobId: blobId.nullable(),
  derived: z.array(z.object({ kind: derivativeKind, blobId, bytes: z.number().int().nonnegative() })),
  /** Bytes of the element. */
  size: z.number().int().nonnegative(),
  /** Media type, or the kind of a link. */
  type: z.string(),
});
export type ElementBlobs = z.infer<typeof elementBlobs>;
export const elementBlobsPage = z.object({ blobs: z.array(elementBlobs), next: z.string().nullable() });
export type ElementBlobsPage = z.infer<typeof elementBlobsPage>;

/** That an element of a drive names a blob, as storage keeps it and catalog confirms it. */
export const driveReference = z.strictObject({ drive: driveId, elementId, blobId });
export type DriveReference = z.infer<typeof driveReference>;

/** `GET /internal/storage/references/all`: all that storage keeps. */
export const referencePage = z.object({ references: z.array(driveReference), next: z.string().nullable() });

/** `POST /internal/references/kept`: those of them that storage keeps. */
export const referencesRequest = z.strictObject({ references: z.array(driveReference).max(1000) });
export const keptReferenceList = z.object({ kept: z.array(driveReference) });

/** `POST /internal/references/gone` of catalog: those that no element makes (any more). */
export const goneReferences = z.object({ gone: z.array(driveReference) });

/** `POST /internal/refill`: one page of a service's events, handed to the consumer once more. */
export const refillRequest = z.strictObject({
  /** Name of the whole refill; a process that meets it for the first time forgets what it remembers of its cursors. */
  run: z.string().min(1).max(64),
  source: z.enum(serviceNames),
  /** The last event's id of the page before. */
  after: z.string().max(160).nullable(),
  limit: z.number().int().min(1).max(1000),
});
export type RefillRequest = z.infer<typeof refillRequest>;

export const refilledPage = z.object({
  /** Events read; 0: there are no more. */
  read: z.number().int(),
  last: z.string().nullable(),
});
export type RefilledPage = z.infer<typeof refilledPage>;

/** `waiting`: its owner may still keep the account · `running` · `done`: nothing is left but this and the tombstones. */
export const deletionStates = ['waiting', 'running', 'done'] as const;

/** `GET /internal/deletions` of the gateway: accounts that are being deleted or were. Says nothing of who they were. */
export const deletionList = z.object({
  deletions: z.array(
    z.object({
      drive: driveId,
      state: z.enum(deletionStates),
      asked: z.iso.datetime(),
      due: z.iso.datetime(),
      ended: z.iso.datetime().nullable(),
      /** The services that have removed what they had of it. */
      forgotten: z.array(z.enum(serviceNames)),
    }),
  ),
});
export type DeletionList = z.infer<typeof deletionList>;

/** What an admin can do with cancelled accounts. */
export const adminActs = ['cancelled.listed', 'content.shown', 'account.deleted'] as const;
export type AdminAct = (typeof adminActs)[number];

/** `GET /internal/audit` of the gateway. Accounts by their drives: nothing says whose they were or what they held. */
export const auditList = z.object({
  entries: z.array(
    z.object({
      at: z.iso.datetime(),
      /** The account of the admin. */
      admin: driveId,
      act: z.enum(adminActs),
      /** The account that it was done with. */
      drive: driveId.nullable(),
    }),
  ),
});
export type AuditList = z.infer<typeof auditList>;

export const jobStates = ['waiting', 'running', 'done', 'failed', 'dropped'] as const;

/** `GET /internal/jobs` of a service that has jobs. */
export const jobsReport = z.object({
  jobs: z.array(
    z.object({
      kind: z.string(),
      state: z.enum(jobStates),
      jobs: z.number().int(),
      /** When the oldest was asked for; of open and failed ones. */
      oldest: z.iso.datetime().nullable(),
    }),
  ),
  /** The latest that were given up. */
  failures: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      /** Null: the service's own work. */
      drive: driveId.nullable(),
      /** What it belongs to, e.g. an element. */
      group: z.string().nullable(),
      tries: z.number().int(),
      reason: z.string().nullable(),
      ended: z.iso.datetime().nullable(),
    }),
  ),
});
export type JobsReport = z.infer<typeof jobsReport>;

/** `POST /internal/jobs/retry` and `cancel`. */
export const jobName = z.strictObject({ id: z.string().min(1).max(200) });

/** `POST /internal/jobs/repair`. */
export const jobsRepair = z.strictObject({ ids: z.array(z.string().min(1).max(200)).max(1000) });

/** `GET /internal/storage/totals`. */
export const storageTotals = z.object({
  /** About how many there are. */
  blobs: z.number().int(),
  /** Of those, what no one names and waits for its removal; also fresh uploads until an element names them. */
  condemned: z.number().int(),
  /** Uploads under way, in one request or in parts. */
  pending: z.number().int(),
});
export type StorageTotals = z.infer<typeof storageTotals>;
