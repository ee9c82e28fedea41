import { messages } from '@skyshelf/contracts/browser';
import { type ApiError, isPassing } from '../../../shared/api/api-error.js';
import { text } from '../../../shared/messages/en.js';
import type { AdmitAnswer, StartAnswer, Upload } from './upload.js';
import { type Draft, move, note, tell } from './draft.js';
import { type Answered, type ReceivedGrant, type Job, Queue, type Step } from './upload-state.js';
import { beginTry, confirmedParts, endJob, place, setJob, stopCalls } from './schedule.js';

/** Forgets what the server has refused, so that a new try asks for it again. */
const withoutRefused = (code: ApiError['code'] | undefined): Partial<Upload> => {
  if (code === 'upload.bad-grant' || code === 'upload.not-found')
    return { grant: null, etags: {}, call: null, failedWith: null };
  if (code === 'operation.reused') return { call: null, failedWith: null };
  if (code === 'drop.over') return { grant: null, etags: {}, call: null, receipt: null, sent: 0 };
  return code === 'upload.bad-receipt' ? { receipt: null } : {};
};

/** @param failedWith sent in one call: the server may have them */
function fail(
  draft: Draft,
  ids: readonly number[],
  error: ApiError | null,
  failedWith: readonly number[] | null = null,
): void {
  const message = error?.message ?? messages.uploadFailed;
  const change = { asking: false, turn: null, message, failedWith, ...withoutRefused(error?.code) };
  for (const id of ids) move(draft, id, 'fail', change);
}

function failBatch(
  draft: Draft,
  ids: readonly number[],
  error: ApiError | null,
  failedWith: readonly number[] | null = null,
): void {
  tell(draft, 'batchFailed');
  fail(draft, ids, error, failedWith);
}

function lose(draft: Draft, ids: readonly number[]): void {
  for (const id of ids) move(draft, id, 'lose', { message: text.uploads.unreadable });
}

function refuse(draft: Draft, id: number, index: number, warnings: StartAnswer['warnings']): void {
  const warning = warnings.find((each) => each.index === index);
  const message = warning?.message ?? messages.uploadFailed;
  // It came too late for a link that receives: it may be sent again.
  if (warning?.code === 'drop.over') return fail(draft, [id], { status: 409, code: 'drop.over', message });
  move(draft, id, 'refuse', { message, isTaken: warning?.code === 'name.exists' });
}

function giveLeave(
  draft: Draft,
  ids: readonly number[],
  docs: readonly ReceivedGrant[],
  warnings: StartAnswer['warnings'],
): void {
  for (const warning of warnings) tell(draft, 'warned', warning);
  const given = new Map(docs.map((doc) => [doc.index, doc]));
  ids.forEach((id, index) => {
    const doc = given.get(index);
    note(draft, id, { asking: false });
    if (!doc) return refuse(draft, id, index, warnings);
    const { uploadId, grant, how, name, key, etags } = doc;
    note(draft, id, { grant: { uploadId, grant, how }, name, key, etags, call: null });
    if (draft.uploads.get(id)?.status === 'waiting') place(draft, [id]);
  });
}

export function awaitAdmission(draft: Draft, id: number): void {
  const { targetFolder } = draft.uploads.get(id) ?? {};
  if (!targetFolder) return;
  const { ids, busy } = draft.arrived.get(targetFolder.folderId) ?? { ids: new Queue<number>(), busy: false };
  const arrived = { targetFolder, ids: ids.push(id), busy };
  draft.arrived = new Map(draft.arrived).set(targetFolder.folderId, arrived);
}

export function setAdmitting(draft: Draft, folderId: string, ids: readonly number[] | null): void {
  const arrived = draft.arrived.get(folderId);
  if (!arrived) return;
  let left = arrived.ids;
  for (const _ of ids ?? []) left = left.rest();
  const all = new Map(draft.arrived);
  if (!ids && left.size === 0) all.delete(folderId);
  else all.set(folderId, { ...arrived, ids: left, busy: ids !== null });
  draft.arrived = all;
}

function admit(draft: Draft, ids: readonly number[], answer: AdmitAnswer): void {
  const { docs, warnings, operations } = answer;
  tell(draft, 'admitted', docs.ops);
  for (const warning of warnings) tell(draft, 'warned', warning);
  // A former server names no operations.
  const made = new Map(
    docs.ops.map((element, at) => [element._id, { element, operation: operations?.[at] }]),
  );
  ids.forEach((id, index) => {
    const elementId = docs.insertedIds[String(index)];
    if (!elementId) return refuse(draft, id, index, warnings);
    const upload = draft.uploads.get(id);
    if (!upload || !move(draft, id, 'admit', { elementId })) return;
    const came = made.get(elementId);
    // A file that has a history was there before.
    if (came?.operation && upload.ifTaken === 'replace' && came.element.versions)
      tell(draft, 'replaced', { name: came.element.linkname, operation: came.operation });
    else if (came) draft.reports.push({ report: 'came', group: upload.group, ...came });
  });
}

/** The number of tries without progress after which an upload fails. */
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

  'grants-received': (draft, { docs, warnings }, { ids }) => giveLeave(draft, ids, docs, warnings),

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
