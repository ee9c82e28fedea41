import type { DriveId } from '@skyshelf/contracts';

/** From the verified access token. */
export interface Caller {
  sub: string;
  drive: DriveId;
  /** Session id. */
  sid: string;
  name: string;
  /** Absent where every call is allowed. */
  scope?: 'extension';
}
