import { isPassing } from '../../../shared/api/api-error.js';
import { move, note, tell, type Draft } from './draft.js';
import type { Step } from './effects.js';
import { beginTry, confirmedParts, endJob, setJob, stopCalls } from './jobs.js';
import { admit, awaitAdmission, fail, failBatch, giveLeave, lose } from './outcomes.js';
import { place } from './turns.js';
import type { Answered } from './upload-events.js';
import type { Job } from './upload-state.js';

/** Without progress. */
const MOST_TRIES = 8;

type Handler<Answer> = (draft: Draft, answer: Answer, step: Step, job: Job | undefined) => void;

export const answers: { [Type in Answered['type']]: Handler<Answered & { type: Type }> } = {
  'folder-made'(draft, { folder: targetFolder }, { ids }) {
    for (const id of ids) note(draft, id, { path: [], asking: false, targetFolder });
    place(
      draft,
      ids.filter((id) => draft.uploads.get(id)?.status === 'waiting'),
    );
  },

  'leave-given': (draft, { docs, warnings }, { ids }) => giveLeave(draft, ids, docs, warnings),

  /** Unreadable files are to be chosen again; the bundle goes without them. */
  prepared(draft, { lost }, _, job) {
    if (!job) return;
    if (lost.length === 0) return beginTry(draft, job);
    endJob(draft, job);
    lose(draft, lost);
    const others = job.ids.filter((id) => move(draft, id, 'unbundle'));
    place(draft, others);
  },

  progressed(draft, { sent, size }, step, job) {
    const [id = 0] = step.ids;
    if (!job || draft.uploads.get(id)?.status !== 'sending') return;
    if (size !== undefined) note(draft, id, { size });
    if (step.do === 'send-part') noteParts(draft, job, { ...job.sent, [step.part.partNumber]: sent });
    else noteSent(draft, id, sent);
  },

  /** The server's word on arrived parts replaces ours. */
  'parts-opened'(draft, { parts: { received, urls, partBytes } }, { ids: [id = 0] }, job) {
    if (!job) return;
    const etags = Object.fromEntries(received.map(({ partNumber, etag }) => [partNumber, etag]));
    note(draft, id, { etags });
    const missing = urls.filter(({ partNumber }) => !(partNumber in etags));
    setJob(draft, job.no, { missing, partBytes, phase: missing.length > 0 ? 'send-part' : 'complete-parts' });
    noteParts(draft, job, Object.fromEntries(received.map(({ partNumber, size }) => [partNumber, size])));
  },

  'part-sent'(draft, { etag }, step, job) {
    if (!job || step.do !== 'send-part') return;
    const [{ part, from, to }, [id = 0]] = [step, job.ids];
    note(draft, id, { etags: { ...draft.uploads.get(id)?.etags, [part.partNumber]: etag } });
    noteParts(draft, job, { ...job.sent, [part.partNumber]: to - from });
    if (job.missing.length + job.calls.length === 0) setJob(draft, job.no, { phase: 'complete-parts' });
  },

  'bytes-arrived'(draft, { receipt }, { ids: [id = 0] }, job) {
    if (job) endJob(draft, job);
    const sent = draft.uploads.get(id)?.size ?? 0;
    if (!move(draft, id, 'arrive', { receipt, etags: {}, sent })) return;
    draft.reports.push({ report: 'keep', ids: [id] });
    awaitAdmission(draft, id);
  },

  admitted(draft, { answer }, { ids }, job) {
    if (job) endJob(draft, job);
    for (const id of ids) noteSent(draft, id, Number.POSITIVE_INFINITY);
    admit(draft, ids, answer);
  },

  waited: (draft, _, __, job) => job && beginTry(draft, job),

  failed: (draft, answer, { ids }, job) =>
    job ? failJob(draft, job, answer) : failBatch(draft, ids, answer.error),
};

function noteParts(draft: Draft, { no, ids: [id = 0] }: Job, sent: Readonly<Record<number, number>>): void {
  setJob(draft, no, { sent });
  const total = Object.values(sent).reduce((sum, bytes) => sum + bytes, 0);
  noteSent(draft, id, total);
}

const noteSent = (draft: Draft, id: number, total: number): void =>
  note(draft, id, { sent: Math.min(total, draft.uploads.get(id)?.size ?? 0) });

/** Being told to wait costs no try, nor does a connection lost while the page is hidden. */
function failJob(draft: Draft, job: Job, failed: Answered & { type: 'failed' }): void {
  const { error, isReadable, isHidden } = failed;
  const progressed = job.how === 'parts' && confirmedParts(draft, job.ids) > job.before;
  // With progress made, a refusal deserves fresh addresses: they expire.
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
  if (upload) tell(draft, 'fileFailed', upload);
  fail(draft, job.ids, error);
}
