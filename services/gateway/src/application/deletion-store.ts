import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { AuditEntry } from '../domain/audit.js';
import type { Deletion } from '../domain/deletion.js';

/** Running and finished ones. Changes are durable before they return. */
export interface DeletionStore {
  /**
   * State, end of sessions, event, job and audit in one transaction.
   * @returns the deletion, or the earlier one; null when there is no such account
   */
  begin(
    wanted: Pick<Deletion, 'drive' | 'askedAt' | 'dueAt'>,
    cause: { trace: string | null; audited?: AuditEntry },
  ): Promise<Deletion | null>;
  find(drive: DriveId): Promise<Deletion | null>;
  /** Replaces an earlier code; null when it is too late. */
  offer(drive: DriveId, expires: Date): Promise<{ code: string; dueAt: Date } | null>;
  /** Reopens the account. False for a bad or used code. */
  keep(code: string, now: Date, trace: string | null): Promise<boolean>;
  /** The account can't be kept from now on. Null when it was kept, or is not due. */
  start(drive: DriveId, now: Date): Promise<Deletion | null>;
  noteForgotten(drive: DriveId, service: ServiceName, now: Date): Promise<void>;
  end(drive: DriveId, now: Date): Promise<void>;
  /** Open ones first, then finished ones, the latest first. */
  list(limit: number): Promise<Deletion[]>;
  /** Drives of closing accounts that no deletion knows. */
  unrecorded(): Promise<DriveId[]>;
  /** Enters jobs again for unfinished ones. */
  resume(drives: readonly DriveId[], now: Date): Promise<void>;
}
