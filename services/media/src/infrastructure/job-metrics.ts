import { declareGauge, declareHistogram, type Metrics } from '@skyshelf/telemetry';
import type { Kind } from '../application/kind.js';
import type { Outcome } from '../application/work-on-job.js';
import type { Job } from '../domain/job.js';
import type { MongoJobQueue } from './job-queue.js';

const kindLabel = { kind: 'kind of work, e.g. `thumbnail`' };
const openJobs = declareGauge({
  name: 'skyshelf_media_open_jobs',
  help: 'Jobs that wait or run.',
  labels: kindLabel,
});
const oldestAge = declareGauge({
  name: 'skyshelf_media_oldest_job_age_seconds',
  help: 'Age of the oldest open job; 0 without any.',
  labels: kindLabel,
});
/** Thumbnails take tens of milliseconds, long videos hours. */
const duration = declareHistogram({
  name: 'skyshelf_media_job_duration_seconds',
  help: 'Duration of a try at a job.',
  labels: { ...kindLabel, outcome: '`done`, `failed` (given up), `dropped`, `again` or `late`' },
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600],
});

/** What waits or runs, by kind; and how long tries take, by kind and how they ended. */
export function createJobMetrics(
  metrics: Metrics,
  kinds: readonly Pick<Kind, 'kind'>[],
  queue: Pick<MongoJobQueue, 'depth'>,
): (job: Job, outcome: Outcome, ms: number) => void {
  const oldest = metrics.gauge(oldestAge);
  metrics.gauge(openJobs, async (jobs) => {
    const found = await queue.depth();
    for (const { kind } of kinds) {
      const open = found.find((each) => each.kind === kind);
      jobs.set({ kind }, open?.jobs ?? 0);
      oldest.set({ kind }, (open?.oldestMs ?? 0) / 1000);
    }
  });
  const took = metrics.histogram(duration);
  return ({ kind }, outcome, ms) => took.observe({ kind, outcome }, ms / 1000);
}
