import { messages } from '@skyshelf/contracts/browser';
import type { ApiError } from '../../../shared/api/api-error.js';
import { text } from '../../../shared/messages/en.js';
import type { AdmitAnswer, StartAnswer } from '../upload-calls.js';
import { move, note, tell, type Draft } from './draft.js';
import { Queue } from './number-map.js';
import { place } from './turns.js';
import type { GivenLeave } from './upload-events.js';
import type { Upload } from './upload.js';

/** Forgets what the server has refused, so that a new try asks for it again. */
const withoutRefused = (code: ApiError['code'] | undefined): Partial<Upload> => {
  if (code === 'upload.bad-grant' || code === 'upload.not-found')
    return { grant: null, etags: {}, call: null, failedWith: null };
  if (code === 'operation.reused') return { call: null, failedWith: null };
  return code === 'upload.bad-receipt' ? { receipt: null } : {};
};

/** @param failedWith sent in one call: the server may have them */
export function fail(
  draft: Draft,
  ids: readonly number[],
  error: ApiError | null,
  failedWith: readonly number[] | null = null,
): void {
  const message = error?.message ?? messages.uploadFailed;
  const change = { asking: false, turn: null, message, failedWith, ...withoutRefused(error?.code) };
  for (const id of ids) move(draft, id, 'fail', change);
}

export function failBatch(
  draft: Draft,
  ids: readonly number[],
  error: ApiError | null,
  failedWith: readonly number[] | null = null,
): void {
  tell(draft, 'batchFailed');
  fail(draft, ids, error, failedWith);
}

export function lose(draft: Draft, ids: readonly number[]): void {
  for (const id of ids) move(draft, id, 'lose', { message: text.uploads.unreadable });
}

function refuse(draft: Draft, id: number, index: number, warnings: StartAnswer['warnings']): void {
  const warning = warnings.find((each) => each.index === index);
  const message = warning?.message ?? messages.uploadFailed;
  move(draft, id, 'refuse', { message, isTaken: warning?.code === 'name.exists' });
}

export function giveLeave(
  draft: Draft,
  ids: readonly number[],
  docs: readonly GivenLeave[],
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

export function admit(draft: Draft, ids: readonly number[], answer: AdmitAnswer): void {
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
    const { targetFolder, chosenName: name, group } = upload;
    const operation = came?.operation;
    if (upload.ifTaken === 'replace') tell(draft, 'replaces', { elementId, targetFolder, name, operation });
    else if (came) draft.reports.push({ report: 'came', group, ...came });
  });
}
