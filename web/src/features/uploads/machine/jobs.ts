import { move, type Draft } from './draft.js';
import type { Step } from './effects.js';
import type { Job } from './upload-state.js';
import type { Upload } from './upload.js';

const FIRST_PHASE = {
  bundle: 'send-bundle',
  single: 'send-bytes',
  parts: 'open-parts',
  remote: 'bring',
} as const satisfies Record<Job['how'], Job['phase']>;

export const howOf = ({ remote, grant }: Upload): Job['how'] =>
  remote ? 'remote' : (grant?.how ?? 'bundle');

export const jobOf = ({ jobs }: Draft, step: Step): Job | undefined =>
  'job' in step ? jobs.find(({ no }) => no === step.job) : undefined;

export const setJob = (draft: Draft, no: number, change: Partial<Job>): void => {
  draft.jobs = draft.jobs.map((job) => (job.no === no ? { ...job, ...change } : job));
};

/** `key` names a bundle's call. */
export function beginJob(
  draft: Draft,
  { job: no, ids, how, call }: Step & { do: 'prepare' },
  key: string,
): void {
  ids.forEach((id, place) => {
    const common = { turn: null, failedWith: null };
    if (how !== 'bundle') move(draft, id, 'send', common);
    else move(draft, id, 'bundle', { ...common, call: { how, key, place, of: ids.length } });
  });
  const tries = { spent: 0, waits: 0, leastMs: undefined, before: 0 };
  const parts = { missing: [], partBytes: 0, sent: {} };
  draft.jobs = [...draft.jobs, { no, how, ids, phase: 'prepare', calls: [call], ...tries, ...parts }];
}

export function beginCall(draft: Draft, step: Step): void {
  const job = jobOf(draft, step);
  if (!job) return;
  const calls = [...job.calls, step.call];
  const { part = null } = step.do === 'send-part' ? step : {};
  setJob(draft, job.no, { calls, missing: job.missing.filter((each) => each !== part) });
}

export const beginTry = (draft: Draft, { no, how, ids }: Job): void =>
  setJob(draft, no, { phase: FIRST_PHASE[how], before: confirmedParts(draft, ids) });

export const confirmedParts = ({ uploads }: Draft, [id = 0]: readonly number[]): number =>
  Object.keys(uploads.get(id)?.etags ?? {}).length;

export function endJob(draft: Draft, { no, calls }: Job): void {
  stopCalls(draft, calls);
  draft.jobs = draft.jobs.filter((job) => job.no !== no);
}

/** Their answers count no more. */
export function stopCalls(draft: Draft, calls: readonly number[]): void {
  if (calls.length === 0) return;
  for (const call of calls) draft.calls = draft.calls.with(call, undefined);
  draft.reports.push({ report: 'stop', calls });
}

export function stopJobOf(draft: Draft, id: number): void {
  const job = draft.jobs.find(({ how, ids }) => how !== 'bundle' && ids.includes(id));
  if (job) endJob(draft, job);
}
