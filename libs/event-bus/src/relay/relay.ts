import type { DriveId } from '@skyshelf/contracts';

export interface Relay {
  poke(drive?: DriveId): void;
  /**
   * Drains the outbox for at most `drainMs` (default 5,000), waits for hand-overs and releases the leases.
   */
  stop(options?: { drainMs?: number }): Promise<void>;
}
