import type { Outbox } from '@skyshelf/event-store';
import type { Clock, Peers } from '@skyshelf/http';
import type { ObjectStore } from '@skyshelf/object-store';
import type { MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import type { StorageCollections } from '../infrastructure/collections.js';
import type { Holds } from '../infrastructure/holds.js';
import { completeHashes } from './sweep/complete-hashes.js';
import { removeExpiredParts } from './sweep/remove-expired-parts.js';
import { removeExpiredPending } from './sweep/remove-expired-pending.js';
import { removeStrayMultiparts } from './sweep/remove-stray-multiparts.js';
import { removeUnused } from './sweep/remove-unused.js';

export interface SweepParts {
  client: MongoClient;
  collections: StorageCollections;
  objects: ObjectStore;
  outbox: Outbox;
  peers: Pick<Peers, 'json'>;
  clock: Clock;
  logger: Logger;
  keepUnusedMs: number;
  pendingMs: number;
}

/** What a sweep did; counts. */
export interface Swept {
  pending: number;
  parts: number;
  multiparts: number;
  unused: number;
  hashed: number;
}

/** Everything a step does in one go: enough for any backlog, little enough for the hold to be renewed in time. */
export const SWEEP_BATCH = 500;
const HOLD_MS = 10 * 60_000;

/** Removes what was never finished and what nobody needs, one process at a time. */
export class Sweep {
  constructor(
    private readonly parts: SweepParts,
    private readonly holds: Holds,
  ) {}

  /** One whole sweep, or null when another process is at it. */
  async run(): Promise<Swept | null> {
    if (!(await this.holds.take('sweep', HOLD_MS))) return null;
    try {
      const { parts } = this;
      return {
        pending: await removeExpiredPending(parts),
        parts: await removeExpiredParts(parts),
        multiparts: await removeStrayMultiparts(parts),
        unused: await removeUnused(parts),
        hashed: await completeHashes(parts),
      };
    } finally {
      await this.holds.letGo('sweep');
    }
  }
}
