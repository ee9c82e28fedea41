import type { AdminAct, DriveId } from '@skyshelf/contracts';

/** That an admin has done something. Says nothing of whose an account is or what it holds, so it outlives the account. */
export interface AuditEntry {
  at: Date;
  /** The drive of the admin. */
  admin: DriveId;
  act: AdminAct;
  /** The account that it was done with; null for the list of them. */
  drive: DriveId | null;
}
