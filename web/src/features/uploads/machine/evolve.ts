import { answers } from './answers.js';
import { note, settle, type Draft } from './draft.js';
import type { Step } from './effects.js';
import { beginCall, beginJob, jobOf, setJob } from './jobs.js';
import { setAdmitting } from './outcomes.js';
import { dropStale, nextLane } from './turns.js';
import type { Answered, Asked, UploadEvent } from './upload-events.js';
import type { UploadState } from './upload-state.js';
import { userEvents } from './user-events.js';

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
  } else if (step.do === 'ask-leave') {
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
  if (step.do === 'ask-leave') draft.asking = false;
  if (step.do === 'admit') setAdmitting(draft, step.targetFolder.folderId, null);
  const job = jobOf(draft, step);
  if (job) setJob(draft, job.no, { calls: job.calls.filter((call) => call !== step.call) });
  return jobOf(draft, step);
}
