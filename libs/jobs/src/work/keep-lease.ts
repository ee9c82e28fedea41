import type { Logger } from '@skyshelf/telemetry';
import type { Job } from '../job.js';
import { Interruption } from './interruption.js';
import type { WorkersJobs } from '../queue.js';

/** Heartbeats a lease; one may be lost. */
const BEATS = 3;

/**
 * `onLost` gets the reason when the lease was lost or could not be renewed in time.
 * @returns lets it go
 */
export function keepLease(
  queue: Pick<WorkersJobs<never>, 'renew'>,
  job: Job,
  leaseMs: number,
  onLost: (reason: Interruption) => void,
  logger: Logger,
): () => void {
  let renewed = performance.now();
  const lost = () => {
    clearInterval(timer);
    onLost(new Interruption('lease lost'));
  };
  const beat = async (): Promise<void> => {
    const asked = performance.now();
    try {
      if (!(await queue.renew(job, leaseMs))) return lost();
      renewed = asked;
    } catch (error) {
      logger.warn({ jobId: job._id, err: error }, 'the lease of a job could not be renewed');
      if (performance.now() - renewed > leaseMs) lost();
    }
  };
  const timer = setInterval(() => void beat(), leaseMs / BEATS);
  timer.unref();
  return () => clearInterval(timer);
}
