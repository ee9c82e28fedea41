import { limits } from '@skyshelf/contracts/browser';
import type { Effect, Step } from './effects.js';
import { howOf } from './jobs.js';
import { idsIn, idsLeft, nextLane } from './turns.js';
import type { Job, UploadState } from './upload-state.js';

/** Ask for grants when fewer wait. */
const START_AHEAD = 2;
const PARTS_AT_ONCE = 3;
const WITH_BYTES: ReadonlySet<Step['do']> = new Set(['send-bundle', 'send-bytes', 'send-part']);

type WithoutCall<Each> = Each extends Step ? Omit<Each, 'call'> : never;
type Planned = WithoutCall<Step>;

/** Each step is reported by `begun`, until there are none. */
export function next(state: UploadState): readonly Effect[] {
  const planned = [...asks(state), ...places(state), ...sends(state), ...admissions(state)];
  const steps = planned.map((step, index) => ({ ...step, call: state.nextCall + index }));
  return [...state.reports, ...steps];
}

function asks(state: UploadState): Planned[] {
  const { folders, leaves, ready, stopped, asking } = state;
  const steps: Planned[] = [];
  if (folders.first) steps.push({ do: 'make-folder', ids: idsLeft(state, folders.first) });
  if (!leaves.first || asking || ready.size + stopped.size >= START_AHEAD) return steps;
  const ids = idsLeft(state, leaves.first);
  // The same key must name the same files.
  const key = ids.length === leaves.first.ids.length ? leaves.first.key : null;
  return [...steps, { do: 'ask-leave', ids, key }];
}

function places(state: UploadState): Planned[] {
  const lane = nextLane(state);
  const turn = lane && state[lane].first;
  if (!turn || state.jobs.length >= limits.parallelUploads) return [];
  const ids = lane === 'repeated' ? turn.ids : idsIn(state, turn);
  const first = state.uploads.get(ids[0] ?? 0);
  return first ? [{ do: 'prepare', job: turn.no, ids, how: howOf(first), key: turn.key }] : [];
}

/** A request with bytes, when there is room, for the file with the fewest. */
function sends(state: UploadState): Planned[] {
  const withBytes = state.jobs.filter(({ phase }) => WITH_BYTES.has(phase));
  const under = withBytes.reduce((sum, { calls }) => sum + calls.length, 0);
  const [next] = withBytes.filter(hasMore).toSorted((a, b) => a.calls.length - b.calls.length);
  const others = state.jobs.filter(({ phase, calls }) => !WITH_BYTES.has(phase) && calls.length === 0);
  return [...others, ...(next && under < state.limits.byteRequests ? [next] : [])].map((job) =>
    stepOf(state, job),
  );
}

const hasMore = ({ phase, calls, missing }: Job): boolean =>
  phase === 'send-part' ? missing.length > 0 && calls.length < PARTS_AT_ONCE : calls.length === 0;

function stepOf({ uploads }: UploadState, each: Job): Planned {
  const { no: job, ids, phase, missing, partBytes, waits, leastMs } = each;
  if (phase === 'wait') return { do: phase, job, ids, attempt: waits, leastMs };
  const [part] = missing;
  if (phase !== 'send-part' || !part) return { do: phase, job, ids } as Planned;
  const from = (part.partNumber - 1) * partBytes;
  const { size = 0 } = uploads.get(ids[0] ?? 0) ?? {};
  return { do: phase, job, ids, part, from, to: Math.min(from + partBytes, size) };
}

function admissions({ arrived }: UploadState): Planned[] {
  const waiting = [...arrived.values()].filter(({ busy, ids }) => !busy && ids.size > 0);
  return waiting.map(({ targetFolder, ids }) => ({
    do: 'admit',
    targetFolder,
    ids: ids.upTo(limits.maxFilesPerBatch),
  }));
}
