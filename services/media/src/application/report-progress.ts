import type { Logger } from '@skyshelf/telemetry';
import type { Job } from '../domain/job.js';
import type { JobQueue } from './ports.js';

export interface ProgressDeps {
  queue: Pick<JobQueue, 'recordProgress'>;
  /** Tells the pages of the job's drive. */
  announce(job: Job, percent: number): Promise<void>;
  logger: Logger;
  /** A clock that only goes forward, milliseconds. */
  now?(): number;
}

/** Makes, for one try at a job, what its tool reports its percent to. */
export type ReportProgress = (job: Job) => (percent: number) => void;

/** More often no one reads it, milliseconds. */
const PAUSE_MS = 1000;
/** Made, but not yet kept. */
const MOST_PERCENT = 99;

/** Notes and announces how far a job is, at most once a second. Trouble with that never troubles the job. */
export const createReportProgress =
  ({ queue, announce, logger, now = () => performance.now() }: ProgressDeps): ReportProgress =>
  (job) => {
    let last = { at: -Infinity, percent: -1 };
    const tell = async (percent: number): Promise<void> => {
      if (await queue.recordProgress(job, percent)) await announce(job, percent);
    };
    return (reported) => {
      const percent = Math.min(MOST_PERCENT, Math.max(0, Math.floor(reported)));
      const at = now();
      if (!(percent > last.percent) || at - last.at < PAUSE_MS) return;
      last = { at, percent };
      tell(percent).catch((error: unknown) =>
        logger.warn({ jobId: job._id, err: error }, 'the progress of a job could not be reported'),
      );
    };
  };
