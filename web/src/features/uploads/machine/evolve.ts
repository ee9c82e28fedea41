import { add, type Draft, move, note, setOpen, settle } from './draft.js';
import {
  beginCall,
  beginJob,
  dropStale,
  jobOf,
  nextLane,
  place,
  repeat,
  setJob,
  stopJobOf,
} from './schedule.js';
import { answers, awaitAdmission, setAdmitting } from './answers.js';
import {
  type Answered,
  type Asked,
  noUploads,
  type Step,
  type UploadEvent,
  type UploadState,
} from './upload-state.js';
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

const userEvents: { [Type in Asked['type']]: (draft: Draft, event: Asked & { type: Type }) => void } = {
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

/** Pure; costs the same however many there are. */
export function evolve(state: UploadState, event: UploadEvent): UploadState {
  const draft: Draft = { ...state, touched: [], reports: [], ended: new Set() };
  if (event.type === 'begun') begin(draft, event.step, event.key);
  else if ('call' in event) answer(draft, event);
  else (userEvents[event.type] as (draft: Draft, event: Asked) => void)(draft, event);
  dropStale(draft);
  settle(draft);
  const { ended: _, ...next } = draft;
  return next;
}

function begin(draft: Draft, step: Step, fresh: string): void {
  draft.calls = draft.calls.with(step.call, step);
  draft.nextCall = step.call + 1;
  const key = ('key' in step ? step.key : null) ?? fresh;
  if (step.do === 'make-folder') draft.folders = draft.folders.rest();
  else if (step.do === 'admit') setAdmitting(draft, step.targetFolder.folderId, step.ids);
  else if (step.do === 'prepare') {
    const lane = nextLane(draft);
    if (lane) draft[lane] = draft[lane].rest();
    beginJob(draft, step, key);
  } else if (step.do === 'request-grants') {
    draft.leaves = draft.leaves.rest();
    draft.asking = true;
    const of = step.ids.length;
    step.ids.forEach((id, place) => note(draft, id, { call: { how: 'start', key, place, of } }));
  } else beginCall(draft, step);
}

function answer(draft: Draft, event: Answered): void {
  const step = draft.calls.get(event.call);
  if (!step) return;
  const job = event.type === 'progressed' ? jobOf(draft, step) : endCall(draft, step);
  const handle = answers[event.type] as (draft: Draft, event: Answered, ...about: unknown[]) => void;
  handle(draft, event, step, job);
}

function endCall(draft: Draft, step: Step): ReturnType<typeof jobOf> {
  draft.calls = draft.calls.with(step.call, undefined);
  if (step.do === 'request-grants') draft.asking = false;
  if (step.do === 'admit') setAdmitting(draft, step.targetFolder.folderId, null);
  const job = jobOf(draft, step);
  if (job) setJob(draft, job.no, { calls: job.calls.filter((call) => call !== step.call) });
  return jobOf(draft, step);
}
