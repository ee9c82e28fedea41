import type { AdminAct, DriveId } from '@skyshelf/contracts';

/** Without personal data, so it outlives the account. */
export interface AuditEntry {
  at: Date;
  /** The drive of the admin. */
  admin: DriveId;
  act: AdminAct;
  /** It is null for the list of accounts. */
  drive: DriveId | null;
}
