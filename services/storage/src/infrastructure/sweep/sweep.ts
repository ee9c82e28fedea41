import type { Holds } from '../holds.js';
import { completeHashes } from './complete-hashes.js';
import { forgetRemovedReferences } from './forget-removed-references.js';
import { removeExpiredParts } from './remove-expired-parts.js';
import { removeExpiredPending } from './remove-expired-pending.js';
import { removeStrayMultiparts } from './remove-stray-multiparts.js';
import { removeUnused } from './remove-unused.js';
import type { SweepParts } from './sweep-parts.js';
import type { Swept } from './swept.js';

/** After a sweeper was killed, another one takes over so soon. Renewed while a sweep goes on. */
const HOLD_MS = 30_000;

/** Removes what was never finished and what nobody needs, one process at a time. */
export class Sweep {
  constructor(
    private readonly parts: SweepParts,
    private readonly holds: Holds,
  ) {}

  /** One whole sweep, or null when another process is at it. */
  async run(): Promise<Swept | null> {
    if (!(await this.holds.take('sweep', HOLD_MS))) return null;
    // A renewal that fails is made good by the next; without any, two sweep side by side, which does no harm.
    const renewal = setInterval(() => void this.holds.take('sweep', HOLD_MS).catch(() => false), HOLD_MS / 3);
    try {
      const { parts } = this;
      const swept = {
        pending: await removeExpiredPending(parts),
        parts: await removeExpiredParts(parts),
        multiparts: await removeStrayMultiparts(parts),
        hashed: await completeHashes(parts),
        references: await forgetRemovedReferences(parts),
        // Last, since it needs catalog: the others do their work though that be away.
        unused: await removeUnused(parts),
      };
      parts.metrics.swept(swept);
      return swept;
    } finally {
      clearInterval(renewal);
      await this.holds.letGo('sweep');
    }
  }
}
