import { declareSpan, detachedContextOf, isTracing, traceparentOf } from '@skyshelf/telemetry';
import type { Job } from '../domain/job.js';
import type { Outcome } from './work-on-job.js';

const jobSpan = declareSpan({
  name: 'job {kind}',
  kind: 'internal',
  scope: '@skyshelf/media',
  help: 'A try at a piece of media work.',
  parent: 'the handler of the event that asked for it; a later try hangs there too',
  within: true,
  attributes: {
    'skyshelf.job.id': 'the job',
    'skyshelf.job.kind': 'kind of work',
    'skyshelf.job.tries': 'failed tries before',
    'skyshelf.outcome': '`done`, `failed` (given up), `dropped`, `again` or `late`',
  },
});

/** Works on a job inside the trace of the command that asked for it; the events it makes hang on this try. */
export function traceJob(job: Job, work: (job: Job) => Promise<Outcome>): Promise<Outcome> {
  const { _id, kind, tries, trace } = job;
  const attributes = { 'skyshelf.job.id': _id, 'skyshelf.job.kind': kind, 'skyshelf.job.tries': tries };
  const parent = detachedContextOf(trace);
  return jobSpan.run({ name: `job ${kind}`, parent, attributes }, async (span) => {
    const outcome = await work(isTracing() ? { ...job, trace: traceparentOf() ?? trace } : job);
    span.set({ 'skyshelf.outcome': outcome });
    return outcome;
  });
}
