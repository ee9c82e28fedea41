import type { Metrics } from '@skyshelf/telemetry';
import type { Outcome } from '../application/work-on-job.js';
import { jobKinds, type Job } from '../domain/job.js';
import type { JobQueue } from './job-queue.js';

/**
 * `skyshelf_media_jobs` and `skyshelf_media_oldest_job_seconds`: what waits or runs, by kind. `skyshelf_media_job_seconds`: how long tries take, by kind and how
 * they ended.
 */
export function createJobMetrics(
  metrics: Metrics,
  queue: Pick<JobQueue, 'depth'>,
): (job: Job, outcome: Outcome, ms: number) => void {
  const oldest = metrics.gauge({
    name: 'skyshelf_media_oldest_job_seconds',
    help: 'Age of the oldest open job.',
    labels: ['kind'],
  });
  metrics.gauge(
    { name: 'skyshelf_media_jobs', help: 'Jobs that wait or run.', labels: ['kind'] },
    async (jobs) => {
      const found = await queue.depth();
      for (const kind of jobKinds) {
        const open = found.find((each) => each.kind === kind);
        jobs.set({ kind }, open?.jobs ?? 0);
        oldest.set({ kind }, (open?.oldestMs ?? 0) / 1000);
      }
    },
  );
  const seconds = metrics.histogram({
    name: 'skyshelf_media_job_seconds',
    help: 'Duration of a try at a job.',
    labels: ['kind', 'outcome'],
  });
  return ({ kind }, outcome, ms) => seconds.observe({ kind, outcome }, ms / 1000);
}
