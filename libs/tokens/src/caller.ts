import type { DriveId } from '@skyshelf/contracts';

/** Who calls, as the verified access token says. */
export interface Caller {
  sub: string;
  drive: DriveId;
  /** Session id. */
  sid: string;
  name: string;
  /** Absent where every call is allowed. */
  scope?: 'extension';
}
