import { admitBundle, arrive, confirmPart, failJob, noteProgress, openParts, prepared } from './answers.js';
import { note, setOpen, settle, type Draft } from './draft.js';
import type { Step } from './effects.js';
import { beginCall, beginJob, beginTry, jobOf, setJob } from './jobs.js';
import { admit, failBatch, giveFolder, giveLeave, setAdmitting } from './outcomes.js';
import { dropStale, nextLane } from './turns.js';
import type { UploadEvent } from './upload-events.js';
import { noUploads, type Job, type UploadState } from './upload-state.js';
import { addAll, cancel, clear, pause, restore, resume, retake } from './user-events.js';

/** The uploads after an event. Pure; what it costs does not depend on how many there are. */
export function evolve(state: UploadState, event: UploadEvent): UploadState {
  const draft: Draft = { ...state, touched: [], reports: [], ended: new Set() };
  apply(draft, event);
  dropStale(draft);
  settle(draft);
  const { ended: _, ...next } = draft;
  return next;
}

function apply(draft: Draft, event: UploadEvent): void {
  switch (event.type) {
    case 'group-opened':
      return setOpen(draft, event.group, true);
    case 'group-closed':
      return setOpen(draft, event.group, false);
    case 'added':
      return addAll(draft, event.uploads);
    case 'restored':
      return restore(draft, event.uploads);
    case 'paused':
      return pause(draft, event.ids);
    case 'resumed':
      return resume(draft, event.ids);
    case 'retaken':
      return retake(draft, event.ids, event.ifTaken);
    case 'cancelled':
      return cancel(draft, event.ids);
    case 'cleared':
      return clear(draft, event.ids);
    case 'emptied':
      return void Object.assign(draft, { ...noUploads(draft.limits), nextCall: draft.nextCall });
    case 'begun':
      return begin(draft, event.step, event.key);
    default:
      return answer(draft, event);
  }
}

/** A step is being done: it is under way until it is answered. */
function begin(draft: Draft, step: Step, key: string): void {
  draft.calls = draft.calls.with(step.call, step);
  draft.nextCall = step.call + 1;
  switch (step.do) {
    case 'make-folder':
      draft.folders = draft.folders.rest();
      return;
    case 'ask-leave':
      draft.leaves = draft.leaves.rest();
      draft.asking = true;
      step.ids.forEach((id, index) => {
        const call = { how: 'start', key: step.key ?? key, place: index, of: step.ids.length } as const;
        note(draft, id, { call });
      });
      return;
    case 'admit':
      return setAdmitting(draft, step.targetFolder.folderId, step.ids);
    case 'prepare': {
      const lane = nextLane(draft);
      if (lane) draft[lane] = draft[lane].rest();
      return beginJob(draft, step, step.key ?? key);
    }
    default:
      return beginCall(draft, step);
  }
}

/** What a call says. One that was stopped is not listened to. */
function answer(draft: Draft, event: Extract<UploadEvent, { call: number }>): void {
  const step = draft.calls.get(event.call);
  if (!step) return;
  if (event.type === 'progressed') return noteProgress(draft, step, event.sent, event.size);
  draft.calls = draft.calls.with(event.call, undefined);
  const job = endCall(draft, step);
  switch (event.type) {
    case 'leave-given':
      return giveLeave(draft, step.ids, event.docs, event.warnings);
    case 'folder-made':
      return giveFolder(draft, step.ids, event.folder);
    case 'waited':
      return job && beginTry(draft, job);
    case 'prepared':
      return job && prepared(draft, job, event.lost);
    case 'parts-opened':
      return job && openParts(draft, job, event.parts);
    case 'part-sent':
      return job && step.do === 'send-part' ? confirmPart(draft, job, step, event.etag) : undefined;
    case 'bytes-arrived':
      return job && arrive(draft, job, event.receipt);
    case 'admitted':
      return job ? admitBundle(draft, job, event.answer) : admit(draft, step.ids, event.answer);
    case 'failed':
      return job ? failJob(draft, job, event) : failBatch(draft, step.ids, event.error);
  }
}

/** A call is not under way any more. Answers the job that it was for. */
function endCall(draft: Draft, step: Step): Job | undefined {
  if (step.do === 'ask-leave') draft.asking = false;
  if (step.do === 'admit') setAdmitting(draft, step.targetFolder.folderId, null);
  const job = jobOf(draft, step);
  const calls = job?.calls.filter((call) => call !== step.call) ?? [];
  if (job) setJob(draft, job.no, { calls });
  return job && { ...job, calls };
}
