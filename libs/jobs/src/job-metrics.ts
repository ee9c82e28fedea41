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
const roleLabel = { role: 'sort of work that is scaled alone, e.g. `video`' };
const openRoleJobs = declareGauge({
  name: 'skyshelf_open_role_jobs',
  help: 'Jobs of all kinds of a role that wait or run; every process tells those of all.',
  labels: roleLabel,
});
const oldestRoleAge = declareGauge({
  name: 'skyshelf_oldest_role_job_age_seconds',
  help: 'Age of the oldest open job of a role; 0 without any.',
  labels: roleLabel,
});
/** Thumbnails take tens of milliseconds, long videos hours. */
const duration = declareHistogram({
  name: 'skyshelf_job_duration_seconds',
  help: 'Duration of a try at a job.',
  labels: { ...kindLabel, outcome: '`done`, `failed` (given up), `dropped`, `again` or `late`' },
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600],
});
const completion = declareHistogram({
  name: 'skyshelf_job_completion_seconds',
  help: 'From the asking for a job, e.g. by an upload, to its being done.',
  labels: kindLabel,
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3600, 14_400],
});

/** What waits or runs, by kind and role, also what other processes work on; and how long tries and whole jobs take, by kind. */
export function createJobMetrics(
  metrics: Metrics,
  kinds: readonly { kind: string; role?: string }[],
  queue: Pick<OperatedJobs, 'depth'>,
  clock: { now(): Date },
): (job: Pick<Job, 'kind' | 'created'>, outcome: Tried, ms: number) => void {
  const oldest = metrics.gauge(oldestAge);
  const roles = Map.groupBy(kinds.filter(isOfRole), ({ role }) => role);
  const ofRole = roles.size > 0 && {
    jobs: metrics.gauge(openRoleJobs),
    oldest: metrics.gauge(oldestRoleAge),
  };
  metrics.gauge(openJobs, async (jobs) => {
    const found = await queue.depth();
    const open = (kind: string) => found.find((each) => each.kind === kind) ?? { jobs: 0, oldestMs: 0 };
    for (const { kind } of kinds) {
      jobs.set({ kind }, open(kind).jobs);
      oldest.set({ kind }, open(kind).oldestMs / 1000);
    }
    if (!ofRole) return;
    for (const [role, its] of roles) {
      const all = its.map(({ kind }) => open(kind));
      ofRole.jobs.set(
        { role },
        all.reduce((sum, each) => sum + each.jobs, 0),
      );
      ofRole.oldest.set({ role }, Math.max(...all.map(({ oldestMs }) => oldestMs)) / 1000);
    }
  });
  const [took, completed] = [metrics.histogram(duration), metrics.histogram(completion)];
  return ({ kind, created }, outcome, ms) => {
    took.observe({ kind, outcome }, ms / 1000);
    // Clocks of two machines may differ a little.
    const sinceMs = Math.max(0, clock.now().getTime() - created.getTime());
    if (outcome === 'done') completed.observe({ kind }, sinceMs / 1000);
  };
}

const isOfRole = (kind: { kind: string; role?: string }): kind is { kind: string; role: string } =>
  kind.role !== undefined;
