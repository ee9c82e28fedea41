import { isPassing } from '../../../shared/api/api-error.js';
import type { AdmitAnswer, PartsState } from '../upload-port.js';
import { move, note, type Draft } from './draft.js';
import type { Step } from './effects.js';
import { beginTry, confirmedParts, endJob, jobOf, setJob, stopCalls } from './jobs.js';
import { admit, awaitAdmission, fail, failBatch, lose } from './outcomes.js';
import { place } from './turns.js';
import type { UploadEvent } from './upload-events.js';
import type { Job } from './upload-state.js';

/** Tries of one step without any progress before a file counts as failed. */
const MOST_TRIES = 8;

type SendPart = Step & { do: 'send-part' };
type Failed = UploadEvent & { type: 'failed' };

/** So much of what is being sent has left the browser. */
export function noteProgress(draft: Draft, step: Step, sent: number, size: number | undefined): void {
  const job = jobOf(draft, step);
  const [id = 0] = step.ids;
  if (!job || draft.uploads.get(id)?.status !== 'sending') return;
  if (size !== undefined) note(draft, id, { size });
  if (step.do === 'send-part') noteParts(draft, job, { ...job.sent, [step.part.partNumber]: sent });
  else noteSent(draft, id, sent);
}

function noteParts(draft: Draft, { no, ids: [id = 0] }: Job, sent: Readonly<Record<number, number>>): void {
  setJob(draft, no, { sent });
  noteSent(
    draft,
    id,
    Object.values(sent).reduce((total, bytes) => total + bytes, 0),
  );
}

const noteSent = (draft: Draft, id: number, total: number): void =>
  note(draft, id, { sent: Math.min(total, draft.uploads.get(id)?.size ?? 0) });

/** Those that can't be read have to be chosen again; the others of their bundle go without them. */
export function prepared(draft: Draft, job: Job, lost: readonly number[]): void {
  if (lost.length === 0) return beginTry(draft, job);
  endJob(draft, job);
  const others = job.ids.filter((id) => !lost.includes(id));
  lose(draft, lost);
  for (const id of others) move(draft, id, 'unbundle');
  place(draft, others);
}

/** The server's word on which parts have arrived replaces what we believed. */
export function openParts(draft: Draft, job: Job, { received, urls, partBytes }: PartsState): void {
  const [id = 0] = job.ids;
  const etags = Object.fromEntries(received.map(({ partNumber, etag }) => [partNumber, etag]));
  note(draft, id, { etags });
  const missing = urls.filter(({ partNumber }) => !(partNumber in etags));
  setJob(draft, job.no, { missing, partBytes, phase: missing.length > 0 ? 'send-part' : 'complete-parts' });
  noteParts(draft, job, Object.fromEntries(received.map(({ partNumber, size }) => [partNumber, size])));
}

/** The store has confirmed a part. */
export function confirmPart(draft: Draft, job: Job, { part, from, to }: SendPart, etag: string): void {
  const [id = 0] = job.ids;
  note(draft, id, { etags: { ...draft.uploads.get(id)?.etags, [part.partNumber]: etag } });
  noteParts(draft, job, { ...job.sent, [part.partNumber]: to - from });
  if (job.missing.length + job.calls.length === 0) setJob(draft, job.no, { phase: 'complete-parts' });
}

/** The bytes of a file are there, however they came. */
export function arrive(draft: Draft, job: Job, receipt: string): void {
  const [id = 0] = job.ids;
  endJob(draft, job);
  const sent = draft.uploads.get(id)?.size ?? 0;
  if (!move(draft, id, 'arrive', { receipt, etags: {}, sent })) return;
  draft.reports.push({ report: 'keep', ids: [id] });
  awaitAdmission(draft, id);
}

/** A bundle has come, and what became of its files. */
export function admitBundle(draft: Draft, job: Job, answer: AdmitAnswer): void {
  endJob(draft, job);
  for (const id of job.ids) noteSent(draft, id, Number.POSITIVE_INFINITY);
  admit(draft, job.ids, answer);
}

/**
 * A call of a job has failed: it is tried again where that may help, up to eight times without progress. Being told to wait costs no try, and neither
 * does a connection that is lost while nobody sees the page.
 */
export function failJob(draft: Draft, job: Job, { error, isReadable, isHidden }: Failed): void {
  const progressed = job.how === 'parts' && confirmedParts(draft, job.ids) > job.before;
  // The address of a part runs out after a while: with progress made, a refusal deserves fresh addresses.
  const isWorthwhile = error !== null && job.how !== 'remote' && (isPassing(error) || progressed);
  const isFree = error?.status === 429 || (error?.status === 0 && isHidden);
  const spent = (progressed ? 0 : job.spent) + (isFree ? 0 : 1);
  if (isWorthwhile && isReadable && spent < MOST_TRIES) {
    stopCalls(draft, job.calls);
    const waits = (progressed ? 0 : job.waits) + 1;
    const { retryAfterMs: leastMs } = error;
    return setJob(draft, job.no, { phase: 'wait', calls: [], missing: [], spent, waits, leastMs });
  }
  endJob(draft, job);
  if (isWorthwhile && !isReadable) return lose(draft, job.ids);
  if (job.how === 'bundle') return failBatch(draft, job.ids, error, job.ids);
  const upload = draft.uploads.get(job.ids[0] ?? 0);
  if (upload) draft.reports.push({ report: 'file-failed', upload });
  fail(draft, job.ids, error);
}
