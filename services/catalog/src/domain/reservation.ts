import type { ElementId, UploadId } from '@skyshelf/contracts';

/** Room and name of a running multipart upload; outside the stream. */
export interface Reservation {
  id: UploadId;
  folderId: ElementId;
  nameKey: string;
  name: string;
  bytes: number;
  /** Unknown size: may shrink while others need room too. */
  upTo?: boolean;
  /** Then the name is free; the room follows with the next sweep. */
  expires: Date;
}

export const keepsName = (reservations: readonly Reservation[], now: Date, except?: UploadId): boolean =>
  reservations.some(({ id, expires }) => id !== except && expires > now);
