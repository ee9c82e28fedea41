import { add, move, note, setOpen, type Draft } from './draft.js';
import { stopJobOf } from './jobs.js';
import { awaitAdmission } from './outcomes.js';
import { place, repeat } from './turns.js';
import type { Asked } from './upload-events.js';
import { noUploads } from './upload-state.js';
import type { Upload } from './upload.js';

const uploadsOf = ({ uploads }: Draft, ids: readonly number[]): Upload[] =>
  ids.flatMap((id) => uploads.get(id) ?? []);
const queueAll = (draft: Draft, uploads: readonly Upload[]): void => {
  const waiting = uploads.filter(({ status }) => status === 'waiting');
  place(
    draft,
    waiting.map(({ id }) => id),
  );
};

export const userEvents: { [Type in Asked['type']]: (draft: Draft, event: Asked & { type: Type }) => void } =
  {
    'group-opened': (draft, { group }) => setOpen(draft, group, true),
    'group-closed': (draft, { group }) => setOpen(draft, group, false),

    added(draft, { uploads }) {
      for (const upload of uploads) add(draft, upload);
      queueAll(draft, uploads);
    },

    restored(draft, { uploads }) {
      for (const upload of uploads) add(draft, upload);
      const called = uploads.filter(({ call }) => call);
      const calls = Map.groupBy(called, ({ call }) => call?.key).values();
      const repeated = new Set([...calls].flatMap((together) => restoreCall(draft, together)));
      for (const { id, status } of uploads) if (status === 'finishing') awaitAdmission(draft, id);
      queueAll(
        draft,
        uploads.filter(({ id }) => !repeated.has(id)),
      );
    },

    paused(draft, { ids }) {
      for (const id of ids) if (move(draft, id, 'pause', { turn: null })) stopJobOf(draft, id);
    },

    resumed(draft, { ids }) {
      const toQueue: number[] = [];
      for (const { id, failedWith, call, asking, receipt } of uploadsOf(draft, ids)) {
        if (receipt !== null) {
          if (move(draft, id, 'readmit', { message: null })) awaitAdmission(draft, id);
        } else if (move(draft, id, 'resume', { message: null, failedWith: null }) && !asking) {
          if (failedWith && call) resumeBundle(draft, failedWith, call.key);
          else toQueue.push(id);
        }
      }
      place(draft, toQueue, true);
    },

    retaken(draft, { ids, ifTaken }) {
      const fresh = {
        grant: null,
        etags: {},
        receipt: null,
        call: null,
        message: null,
        isTaken: false,
        sent: 0,
      };
      const taken = uploadsOf(draft, ids).filter(({ isTaken }) => isTaken);
      for (const { id } of taken) move(draft, id, 'retake', { ...fresh, ifTaken });
      place(
        draft,
        taken.map(({ id }) => id),
      );
    },

    cancelled(draft, { ids }) {
      for (const upload of uploadsOf(draft, ids)) {
        if (!move(draft, upload.id, 'cancel')) continue;
        stopJobOf(draft, upload.id);
        leaveBundle(draft, upload);
        if (upload.grant?.how === 'parts' && upload.receipt === null)
          draft.reports.push({ report: 'drop-parts', upload });
      }
    },

    cleared(draft, { ids }) {
      for (const upload of uploadsOf(draft, ids))
        if (move(draft, upload.id, 'clear')) leaveBundle(draft, upload);
    },

    emptied(draft) {
      Object.assign(draft, { ...noUploads(draft.limits), nextCall: draft.nextCall });
    },
  };

/** All of it: the server may have it already. */
function resumeBundle(draft: Draft, ids: readonly number[], key: string): void {
  for (const id of ids) move(draft, id, 'resume', { message: null, failedWith: null });
  repeat(draft, 'bundle', ids, key);
}

/** The others of its failed bundle are on their own. */
const leaveBundle = (draft: Draft, { failedWith }: Upload): void => {
  for (const id of failedWith ?? []) note(draft, id, { failedWith: null });
};

/** The answer may have been lost with the page: the server knows the key, given all files. Answers those. */
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
