import { declareSpan, detachedContextOf, isTracing, traceparentOf } from '@skyshelf/telemetry';
import type { Job } from '../job.js';
import type { Tried } from './try-job.js';

const jobSpan = declareSpan({
  name: 'job {kind}',
  kind: 'internal',
  scope: '@skyshelf/jobs',
  help: 'A try at a job.',
  parent: 'what asked for it: a request or the handler of an event; a later try hangs there too',
  within: true,
  attributes: {
    'skyshelf.job.id': 'the job',
    'skyshelf.job.kind': 'kind of work',
    'skyshelf.job.tries': 'failed tries before',
    'skyshelf.outcome': '`done`, `failed` (given up), `dropped`, `again` or `late`',
  },
});

/** Continues the trace of the command that asked for it. */
export function traceJob<T extends Pick<Job, '_id' | 'kind' | 'tries' | 'trace'>>(
  job: T,
  work: (job: T) => Promise<Tried>,
): Promise<Tried> {
  const { _id, kind, tries, trace } = job;
  const attributes = { 'skyshelf.job.id': _id, 'skyshelf.job.kind': kind, 'skyshelf.job.tries': tries };
  const parent = detachedContextOf(trace);
  return jobSpan.run({ name: `job ${kind}`, parent, attributes }, async (span) => {
    const outcome = await work(isTracing() ? { ...job, trace: traceparentOf() ?? trace } : job);
    span.set({ 'skyshelf.outcome': outcome });
    return outcome;
  });
}
