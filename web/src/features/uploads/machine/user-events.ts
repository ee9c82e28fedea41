import { add, move, note, type Draft } from './draft.js';
import { stopJobOf } from './jobs.js';
import { awaitAdmission } from './outcomes.js';
import { place, repeat } from './turns.js';
import type { Upload } from './upload.js';

const uploadsOf = ({ uploads }: Draft, ids: readonly number[]): Upload[] =>
  ids.flatMap((id) => uploads.get(id) ?? []);

/** Files come. Those that can't be taken are only shown. */
export function addAll(draft: Draft, uploads: readonly Upload[]): void {
  for (const upload of uploads) add(draft, upload);
  place(
    draft,
    uploads.filter(({ status }) => status === 'waiting').map(({ id }) => id),
  );
}

/** Stops files; what has arrived of them stays. */
export function pause(draft: Draft, ids: readonly number[]): void {
  for (const id of ids) if (move(draft, id, 'pause', { turn: null })) stopJobOf(draft, id);
}

/** Goes on with files, each from where it was. */
export function resume(draft: Draft, ids: readonly number[]): void {
  const toPlace: number[] = [];
  for (const id of ids) {
    const upload = draft.uploads.get(id);
    if (!upload) continue;
    const { failedWith, call, asking, receipt } = upload;
    if (receipt !== null) {
      if (move(draft, id, 'readmit', { message: null })) awaitAdmission(draft, id);
    } else if (move(draft, id, 'resume', { message: null, failedWith: null }) && !asking) {
      if (failedWith && call) resumeBundle(draft, failedWith, call.key);
      else toPlace.push(id);
    }
  }
  place(draft, toPlace, true);
}

/** A bundle that failed is sent again, all of it: the server may have it already. */
function resumeBundle(draft: Draft, ids: readonly number[], key: string): void {
  for (const id of ids) move(draft, id, 'resume', { message: null, failedWith: null });
  repeat(draft, 'bundle', ids, key);
}

/** Sends refused files once more whose name was taken, as the user says. */
export function retake(draft: Draft, ids: readonly number[], ifTaken: 'keep-both' | 'replace'): void {
  const fresh = { grant: null, etags: {}, receipt: null, call: null, message: null, isTaken: false, sent: 0 };
  const taken = uploadsOf(draft, ids).filter(({ isTaken }) => isTaken);
  const again = taken.filter(({ id }) => move(draft, id, 'retake', { ...fresh, ifTaken }));
  place(
    draft,
    again.map(({ id }) => id),
  );
}

/** Gives files up and forgets them; what was sent of them is dropped on the server. */
export function cancel(draft: Draft, ids: readonly number[]): void {
  for (const upload of uploadsOf(draft, ids)) {
    if (!move(draft, upload.id, 'cancel')) continue;
    stopJobOf(draft, upload.id);
    leaveBundle(draft, upload);
    if (upload.grant?.how === 'parts' && upload.receipt === null)
      draft.reports.push({ report: 'drop-parts', upload });
  }
}

/** Takes files from the list to which nothing more happens. */
export function clear(draft: Draft, ids: readonly number[]): void {
  for (const upload of uploadsOf(draft, ids)) if (move(draft, upload.id, 'clear')) leaveBundle(draft, upload);
}

/** The others of its failed bundle are on their own. */
const leaveBundle = (draft: Draft, { failedWith }: Upload): void => {
  for (const id of failedWith ?? []) note(draft, id, { failedWith: null });
};

/** Goes on with what a page before has left, each file from where it was. */
export function restore(draft: Draft, uploads: readonly Upload[]): void {
  for (const upload of uploads) add(draft, upload);
  const calls = Map.groupBy(
    uploads.filter(({ call }) => call),
    ({ call }) => call?.key ?? '',
  );
  const repeated = new Set([...calls.values()].flatMap((together) => restoreCall(draft, together)));
  for (const { id, status } of uploads) if (status === 'finishing') awaitAdmission(draft, id);
  const others = uploads.filter(({ id, status }) => status === 'waiting' && !repeated.has(id));
  place(
    draft,
    others.map(({ id }) => id),
  );
}

/** Repeats a call whose answer may have been lost with the page: the server knows it by its key, if all of its files are still there. Answers those. */
function restoreCall(draft: Draft, together: readonly Upload[]): readonly number[] {
  const { call } = together[0] ?? {};
  const isOpen = together.every(({ grant, receipt }) => grant === null && receipt === null);
  if (!call || call.of !== together.length || !isOpen) return [];
  const ids = together.toSorted((a, b) => (a.call?.place ?? 0) - (b.call?.place ?? 0)).map(({ id }) => id);
  if (together.every(({ status }) => status === 'waiting')) {
    repeat(draft, call.how, ids, call.key);
    return ids;
  }
  if (call.how === 'bundle' && together.every(({ status }) => status === 'failed'))
    for (const id of ids) note(draft, id, { failedWith: ids });
  return [];
}
