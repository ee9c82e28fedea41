import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { AuditEntry } from '../domain/audit.js';
import type { Deletion } from '../domain/deletion.js';

/** The accounts that are being deleted or were. Each change is durable before it returns. */
export interface DeletionStore {
  /**
   * Closes an open account: state, its sessions' end, the news, the job that deletes it and what is audited are one transaction.
   * @returns the deletion, or the one that has been asked for before; null when there is no such account
   */
  begin(
    wanted: Pick<Deletion, 'drive' | 'askedAt' | 'dueAt'>,
    cause: { trace: string | null; audited?: AuditEntry },
  ): Promise<Deletion | null>;
  find(drive: DriveId): Promise<Deletion | null>;
  /** A code by which the account can be kept until then, in place of an earlier one; null when it is too late. */
  offer(drive: DriveId, expires: Date): Promise<{ code: string; dueAt: Date } | null>;
  /** Opens the account of such a code again. False when the code is no good (any more). */
  keep(code: string, now: Date, trace: string | null): Promise<boolean>;
  /** From now on the account can't be kept. Null when it was kept, or is not due. */
  start(drive: DriveId, now: Date): Promise<Deletion | null>;
  noteForgotten(drive: DriveId, service: ServiceName, now: Date): Promise<void>;
  end(drive: DriveId, now: Date): Promise<void>;
  /** The open ones first, then those that have ended, the latest first. */
  list(limit: number): Promise<Deletion[]>;
  /** Drives of closing accounts that no deletion knows. */
  unrecorded(): Promise<DriveId[]>;
  /** Enters a job again for those that have not ended. */
  resume(drives: readonly DriveId[], now: Date): Promise<void>;
}
