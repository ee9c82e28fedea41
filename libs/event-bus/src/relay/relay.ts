import type { DriveId } from '@skyshelf/contracts';
import type { CommittedEvent } from '@skyshelf/event-store';

export interface Relay {
  /** @param committed what was just written, so that it need not be read */
  poke(drive?: DriveId, committed?: readonly CommittedEvent[]): void;
  /** Drains the outbox for at most `drainMs` (default 5,000) and releases the leases. */
  stop(options?: { drainMs?: number }): Promise<void>;
}
