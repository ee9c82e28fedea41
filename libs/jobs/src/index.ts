export { isAhead, jobStates } from './job.js';
export type { EndedState, Job, JobRequest, JobState, Lane } from './job.js';
export {
  effect,
  sharedEffect,
  type Effect,
  type ProducerQueue,
  type DriveJobs,
  type Ending,
  type GivenBack,
  type JobQueue,
  type WorkerQueue,
} from './queue.js';
export {
  defineJobKind,
  type Effort,
  type JobContext,
  type JobKind,
  type JobKindOf,
  type JobKindOptions,
  type JobOutcome,
} from './kind.js';
export { createMongoJobs, type MongoJobs } from './mongo/mongo-jobs.js';
export { jobsPlan, type JobShape, type MongoJobsOptions } from './mongo/job-documents.js';
export type { OperatedJobs } from './mongo/operated-jobs.js';
export { createMemoryJobs, type MemoryJobs, type MemoryTransaction } from './memory/memory-jobs.js';
export { JobRunner, type JobRunnerOptions } from './work/job-runner.js';
export { Interruption, unlessAborted } from './work/interruption.js';
export type { Tried } from './work/try-job.js';
export { createJobMetrics } from './job-metrics.js';
export { coalesce } from './work/coalesce.js';
