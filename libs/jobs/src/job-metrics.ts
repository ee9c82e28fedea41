import {
  declareGauge,
  declareHistogram,
  type Labels,
  type MetricDefinition,
  type Metrics,
} from '@skyshelf/telemetry';
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
const overdueAge = declareGauge({
  name: 'skyshelf_overdue_job_age_seconds',
  help: 'How long the first open job of a kind without a role could have been taken by a process; 0 without any.',
  labels: kindLabel,
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

type Depth = Awaited<ReturnType<OperatedJobs['depth']>>;

const jobsOf = (found: Depth): number => found.reduce((sum, { jobs }) => sum + jobs, 0);
const oldestOf = (found: Depth): number => Math.max(0, ...found.map(({ oldestMs }) => oldestMs)) / 1000;
const overdueOf = (found: Depth): number => Math.max(0, ...found.map(({ overdueMs }) => overdueMs)) / 1000;

const byKind = ({ kind }: { kind: string }) => ({ labels: { kind }, its: [kind] });

/** Reports jobs by kind and role, other processes' too; durations by kind. */
export function createJobMetrics(
  metrics: Metrics,
  kinds: readonly { kind: string; role?: string }[],
  queue: Pick<OperatedJobs, 'depth'>,
  clock: { now(): Date },
): (job: Pick<Job, 'kind' | 'created'>, outcome: Tried, ms: number) => void {
  const depth = shareConcurrent(() => queue.depth());
  const tell = <L extends string>(
    gauge: MetricDefinition<L>,
    groups: readonly { labels: Labels<L>; its: readonly string[] }[],
    valueOf: (found: Depth) => number,
  ) =>
    metrics.gauge(gauge, async (value) => {
      const found = await depth();
      for (const { labels, its } of groups)
        value.set(labels, valueOf(found.filter(({ kind }) => its.includes(kind))));
    });
  tell(openJobs, kinds.map(byKind), jobsOf);
  tell(oldestAge, kinds.map(byKind), oldestOf);
  tell(overdueAge, kinds.filter((each) => !isOfRole(each)).map(byKind), overdueOf);
  const byRole = [...Map.groupBy(kinds.filter(isOfRole), ({ role }) => role)].map(([role, its]) => ({
    labels: { role },
    its: its.map(({ kind }) => kind),
  }));
  if (byRole.length > 0) {
    tell(openRoleJobs, byRole, jobsOf);
    tell(oldestRoleAge, byRole, oldestOf);
  }
  const took = metrics.histogram(duration);
  const completed = metrics.histogram(completion);
  return ({ kind, created }, outcome, ms) => {
    took.observe({ kind, outcome }, ms / 1000);
    // Clocks of two machines may differ.
    const sinceMs = Math.max(0, clock.now().getTime() - created.getTime());
    if (outcome === 'done') completed.observe({ kind }, sinceMs / 1000);
  };
}

/** Shares one answer among all gauges of a scrape. */
function shareConcurrent<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask().finally(() => (asked = undefined)));
}

const isOfRole = (kind: { kind: string; role?: string }): kind is { kind: string; role: string } =>
  kind.role !== undefined;
