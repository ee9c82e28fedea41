import type { AdminAct, DriveId } from '@skyshelf/contracts';

/** Without personal data, so it outlives the account. */
export interface AuditEntry {
  at: Date;
  admin: DriveId;
  act: AdminAct;
  /** It is null for the list of accounts. */
  drive: DriveId | null;
}
