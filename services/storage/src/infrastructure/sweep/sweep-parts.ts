import type { StorageEvent } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { Peers } from '@skyshelf/peers';
import type { Clock } from '@skyshelf/tokens';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Logger } from '@skyshelf/telemetry';
import type { MongoClient } from 'mongodb';
import type { StorageMetrics } from '../storage-metrics.js';
import type { UnnamedBytes } from '../unnamed-bytes.js';
import type { StorageCollections } from '../collections.js';

/** What the steps of a sweep work with. */
export interface SweepParts {
  client: MongoClient;
  collections: StorageCollections;
  objects: ObjectStore;
  outbox: Outbox<StorageEvent>;
  unnamed: UnnamedBytes;
  peers: Pick<Peers, 'json'>;
  clock: Clock;
  logger: Logger;
  keepUnusedMs: number;
  pendingMs: number;
  metrics: StorageMetrics;
}

/** Everything a step does in one go: enough for any backlog, little enough for the hold to be renewed in time. */
export const SWEEP_BATCH = 500;
