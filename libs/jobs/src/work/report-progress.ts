import type { Logger } from '@skyshelf/telemetry';
import type { Job } from '../job.js';
import type { WorkersJobs } from '../queue.js';

export interface ProgressDeps {
  queue: Pick<WorkersJobs<never>, 'recordProgress'>;
  /** Hears of it once it is noted. */
  announce?: ((job: Job, percent: number) => Promise<void>) | undefined;
  /** The job is another worker's by now, or was cancelled. */
  onLost?(): void;
  logger: Logger;
  /** A clock that only goes forward, milliseconds. */
  now?(): number;
}

/** More often no one reads it, milliseconds. */
const PAUSE_MS = 1000;
/** Made, but not yet kept. */
const MOST_PERCENT = 99;

/** What a try reports its percent to: notes and announces it, at most once a second. Trouble with that never troubles the job. */
export function reportProgress(
  job: Job,
  { queue, announce, onLost, logger, now = () => performance.now() }: ProgressDeps,
): (percent: number) => void {
  let last = { at: -Infinity, percent: -1 };
  const tell = async (percent: number): Promise<void> => {
    if (await queue.recordProgress(job, percent)) await announce?.(job, percent);
    else onLost?.();
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
}
