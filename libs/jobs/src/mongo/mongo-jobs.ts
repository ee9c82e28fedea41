import type { ClientSession } from 'mongodb';
import type { JobQueue } from '../queue.js';
import { jobQueries } from './job-queries.js';
import { driveJobs } from './drive-jobs.js';
import { jobClaims } from './job-claims.js';
import { leasedJobs } from './leased-jobs.js';
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
    ...jobClaims(collection),
    ...leasedJobs(collection),
    ...jobQueries(collection),
    ...driveJobs(collection),
    ...operatedJobs(collection),
    prepare: async () => void (await collection.jobs.createIndexes(jobsPlan(collection.shape).jobs)),
  };
}
