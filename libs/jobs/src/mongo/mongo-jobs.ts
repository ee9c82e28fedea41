import type { ClientSession } from 'mongodb';
import type { JobQueue } from '../queue.js';
import { mongoAskers } from './mongo-askers.js';
import { mongoDrives } from './mongo-drives.js';
import { mongoClaims } from './mongo-claims.js';
import { mongoHeld } from './mongo-held.js';
import { jobsPlan, openJobs, type MongoJobsOptions } from './job-documents.js';
import { operatedJobs, type OperatedJobs } from './operated-jobs.js';

export interface MongoJobs extends JobQueue<ClientSession>, OperatedJobs {
  /** May run in many processes at once. */
  prepare(): Promise<void>;
}

/** Entered with a `ClientSession`, jobs commit with their cause. */
export function createMongoJobs(options: MongoJobsOptions): MongoJobs {
  const collection = openJobs(options);
  return {
    ...mongoClaims(collection),
    ...mongoHeld(collection),
    ...mongoAskers(collection),
    ...mongoDrives(collection),
    ...operatedJobs(collection),
    prepare: async () => void (await collection.jobs.createIndexes(jobsPlan(collection.shape).jobs)),
  };
}
