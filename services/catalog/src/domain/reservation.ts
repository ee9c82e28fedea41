import type { ElementId, UploadId } from '@skyshelf/contracts';

/**
 * Room and a name kept for an upload that is under way; outside the stream. Only uploads in parts have one.
 */
export interface Reservation {
  id: UploadId;
  folderId: ElementId;
  nameKey: string;
  name: string;
  bytes: number;
  /** No one knows how much comes: as long as others need room too, this one may keep less. */
  upTo?: boolean;
  /** From now on the name is free again; the room follows with the next sweep. */
  expires: Date;
}

/** Whether one of them still keeps a name. */
export const keepsName = (reservations: readonly Reservation[], now: Date, except?: UploadId): boolean =>
  reservations.some(({ id, expires }) => id !== except && expires > now);
