import type { DriveId } from '@skyshelf/contracts';

export interface Relay {
  /** There is something to publish, of this drive or of any. */
  poke(drive?: DriveId): void;
  /** Goes on until the outbox is empty, at most so long (default 5,000 ms), waits for hand-overs under way and lets the leases go. */
  stop(options?: { drainMs?: number }): Promise<void>;
}
