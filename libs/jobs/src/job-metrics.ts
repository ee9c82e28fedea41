import { declareGauge, declareHistogram, type Metrics } from '@skyshelf/telemetry';
import type { Job } from './job.js';
import type { OperatedJobs } from './mongo/operated-jobs.js';
import type { Tried } from './work/try-job.js';

const kindLabel = { kind: 'kind of work, e.g. `thumbnail`' };
const openJobs = declareGauge({
  name: 'skyshelf_open_jobs',
  help: 'Jobs that wait or run.',
  labels: kindLabel,
});
const oldestAge = declareGauge({
  name: 'skyshelf_oldest_job_age_seconds',
  help: 'Age of the oldest open job; 0 without any.',
  labels: kindLabel,
});
/** Thumbnails take tens of milliseconds, long videos hours. */
const duration = declareHistogram({
  name: 'skyshelf_job_duration_seconds',
  help: 'Duration of a try at a job.',
  labels: { ...kindLabel, outcome: '`done`, `failed` (given up), `dropped`, `again` or `late`' },
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600],
});

/** What waits or runs, by kind; and how long tries take, by kind and how they ended. */
export function createJobMetrics(
  metrics: Metrics,
  kinds: readonly { kind: string }[],
  queue: Pick<OperatedJobs, 'depth'>,
): (job: Pick<Job, 'kind'>, outcome: Tried, ms: number) => void {
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
