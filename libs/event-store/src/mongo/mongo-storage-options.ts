import type { MongoClient } from 'mongodb';
import type { DomainEvent, Projection, Row } from '../port.js';
import type { DriveCollections } from './collections.js';
import type { TransactionRunner } from './fenced-transaction.js';
import type { DeadlineLimits } from './batch-deadline.js';
import type { JobAdder, Recorder } from './write-batches.js';

export interface MongoStorageOptions<E extends DomainEvent, R extends Row> {
  client: MongoClient;
  collections: DriveCollections;
  projection: Projection<E, R, object>;
  runner: TransactionRunner;
  jobs?: JobAdder | undefined;
  recorder?: Recorder | undefined;
  retireMs: number;
  deadline?: DeadlineLimits | undefined;
}
