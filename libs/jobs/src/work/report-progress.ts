import type { Logger } from '@skyshelf/telemetry';
import type { Job } from '../job.js';
import type { WorkerQueue } from '../queue.js';

export interface ProgressDeps {
  queue: Pick<WorkerQueue<never>, 'recordProgress'>;
  /** It is called once the progress is stored. */
  announce?: ((job: Job, percent: number) => Promise<void>) | undefined;
  /** The lease was lost, or the job cancelled. */
  onLost?(): void;
  logger: Logger;
  /** A monotonic clock in milliseconds. */
  now?(): number;
}

const PAUSE_MS = 1000;
/** Made, not yet kept. */
const MOST_PERCENT = 99;

/** Reports at most once a second. Errors here never affect the job. */
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
