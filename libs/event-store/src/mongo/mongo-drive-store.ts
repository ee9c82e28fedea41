import type { Db, MongoClient } from 'mongodb';
import { StoredDrives } from '../drive-store.js';
import type { DomainEvent, DriveStore, Row } from '../port.js';
import { createStoreMetrics } from '../store-metrics.js';
import { rulesOf, type StoreOptions } from '../store-options.js';
import { createAbandonedTransactions } from './abandoned-transactions.js';
import { collectionsOf } from './collections.js';
import { RETIRE_MS } from './generation.js';
import { MongoStorage } from './mongo-storage.js';
import type { DeadlineLimits } from './batch-deadline.js';
import type { JobAdder, Recorder } from './write-batches.js';

export interface MongoDriveStoreOptions<
  E extends DomainEvent,
  R extends Row,
  N extends string = never,
  T extends object = object,
> extends StoreOptions<E, R, N, T> {
  /** Its `appName` identifies the transactions of killed processes. */
  client: MongoClient;
  /** The store owns `drives`, `events`, `elements`, `closed` and the side collections. */
  db: Db;
  /** `SideWriter.enqueue` uses it; its owner prepares it. */
  jobs?: JobAdder;
  /** `SideWriter.record` uses it. */
  recorder?: Recorder;
  /** Gives a number from 0 to below 1; default: Math.random. */
  random?: () => number;
  onRetry?: (error: unknown) => void;
  /** Default 10 s, 2 s while many wait at the drive. */
  deadline?: DeadlineLimits;
  /** How long a rebuild keeps former rows for readers, milliseconds, default 3,000. */
  retireMs?: number;
}

/** Requires a replica set of MongoDB 6.0 or newer. Call `prepare()` first. */
export function createMongoDriveStore<
  E extends DomainEvent,
  R extends Row,
  N extends string = never,
  T extends object = object,
>(options: MongoDriveStoreOptions<E, R, N, T>): DriveStore<E, R, N, T> {
  const { client, db, projection, random = Math.random, retireMs = RETIRE_MS } = options;
  const { retries } = createStoreMetrics(options.metrics);
  const retried = (error: unknown): void => {
    retries?.add({});
    options.onRetry?.(error);
  };
  const storage = new MongoStorage<E, R>({
    client,
    projection,
    retireMs,
    deadline: options.deadline,
    jobs: options.jobs,
    recorder: options.recorder,
    collections: collectionsOf(db, options.sides),
    runner: { client, random, retried, endAbandoned: createAbandonedTransactions(client, options.logger) },
  });
  return new StoredDrives(rulesOf(options), storage, options);
}
