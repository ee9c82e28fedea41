import { limits } from '@skyshelf/contracts/browser';
import { type Draft, move, note } from './draft.js';
import type { Effect, Job, Step, Turn, UploadState } from './upload-state.js';
import type { Upload } from './upload.js';

type Lane = 'folders' | 'leaves' | 'repeated' | 'bundles' | 'stopped' | 'ready';

function queue(draft: Draft, lane: Lane, ids: readonly number[], key: string | null = null): void {
  const turn: Turn = { no: draft.nextTurn, ids, key };
  draft.nextTurn += 1;
  draft[lane] = draft[lane].push(turn);
  const asking = lane === 'folders' || lane === 'leaves';
  for (const id of ids) note(draft, id, asking ? { asking } : { turn: turn.no });
}

export const repeat = (draft: Draft, how: 'bundle' | 'start', ids: readonly number[], key: string): void =>
  queue(draft, how === 'bundle' ? 'repeated' : 'leaves', ids, key);

/**
 * By what they need next: folder, grant or sending.
 * @param first they were stopped
 */
export function place(draft: Draft, ids: readonly number[], first = false): void {
  const uploads = ids.flatMap((id) => draft.uploads.get(id) ?? []);
  const [below, here] = parted(uploads, ({ path }) => path.length > 0);
  for (const together of grouped(below, ({ path }) => path)) queue(draft, 'folders', idsOf(together));
  const [sendable, others] = parted(here, ({ grant, remote }) => grant !== null || remote !== null);
  for (const { id } of sendable) queue(draft, first ? 'stopped' : 'ready', [id]);
  // A call has one answer to taken names.
  for (const together of grouped(others, ({ ifTaken }) => ifTaken)) {
    const [small, large] = parted(together, ({ size }) => size <= draft.limits.bundledBytes);
    for (const batch of batches(small)) queue(draft, 'bundles', idsOf(batch));
    for (const batch of batches(large)) queue(draft, 'leaves', idsOf(batch));
  }
}

const idsOf = (uploads: readonly Upload[]): number[] => uploads.map(({ id }) => id);

const parted = <Value>(values: readonly Value[], is: (value: Value) => boolean): [Value[], Value[]] => [
  values.filter(is),
  values.filter((value) => !is(value)),
];

const grouped = (uploads: readonly Upload[], by: (upload: Upload) => unknown): Iterable<Upload[]> =>
  Map.groupBy(uploads, (each) => JSON.stringify([each.group, each.targetFolder.folderId, by(each)])).values();

function* batches(uploads: readonly Upload[]): Generator<Upload[]> {
  for (let at = 0; at < uploads.length; at += limits.maxFilesPerBatch)
    yield uploads.slice(at, at + limits.maxFilesPerBatch);
}

const idsIn = ({ uploads }: Pick<UploadState, 'uploads'>, { no, ids }: Turn): number[] =>
  ids.filter((id) => {
    const upload = uploads.get(id);
    return upload?.turn === no && upload.status === 'waiting';
  });

const idsLeft = ({ uploads }: Pick<UploadState, 'uploads'>, { ids }: Turn): number[] =>
  ids.filter((id) => uploads.get(id));

/** Order: by precedence. */
const SENDING = ['repeated', 'bundles', 'stopped', 'ready'] as const;
export const nextLane = (state: UploadState): (typeof SENDING)[number] | undefined =>
  SENDING.find((lane) => state[lane].size > 0);

/** Removes outdated turns, so that each lane's first turn can be done. */
export function dropStale(draft: Draft): void {
  for (let turn = draft.repeated.first; turn; turn = draft.repeated.first) {
    if (idsLeft(draft, turn).length === turn.ids.length) break;
    // Not repeatable without all of its files: the others start again.
    draft.repeated = draft.repeated.rest();
    place(draft, idsIn(draft, turn));
  }
  for (const lane of ['bundles', 'stopped', 'ready', 'folders', 'leaves'] as const) {
    const left = lane === 'folders' || lane === 'leaves' ? idsLeft : idsIn;
    while (draft[lane].first && left(draft, draft[lane].first).length === 0) draft[lane] = draft[lane].rest();
  }
}

const FIRST_PHASE = {
  bundle: 'send-bundle',
  single: 'send-bytes',
  parts: 'open-parts',
  remote: 'bring',
} as const satisfies Record<Job['how'], Job['phase']>;

const howOf = ({ remote, grant }: Upload): Job['how'] => (remote ? 'remote' : (grant?.how ?? 'bundle'));

export const jobOf = ({ jobs }: Draft, step: Step): Job | undefined =>
  'job' in step ? jobs.find(({ no }) => no === step.job) : undefined;

export const setJob = (draft: Draft, no: number, change: Partial<Job>): void => {
  draft.jobs = draft.jobs.map((job) => (job.no === no ? { ...job, ...change } : job));
};

/** `key` names a bundle's call. */
export function beginJob(
  draft: Draft,
  { job: no, ids, how, call }: Step & { do: 'prepare' },
  key: string,
): void {
  ids.forEach((id, place) => {
    const common = { turn: null, failedWith: null };
    if (how !== 'bundle') move(draft, id, 'send', common);
    else move(draft, id, 'bundle', { ...common, call: { how, key, place, of: ids.length } });
  });
  const tries = { spent: 0, waits: 0, leastMs: undefined, before: 0 };
  const parts = { missing: [], partBytes: 0, sent: {} };
  draft.jobs = [...draft.jobs, { no, how, ids, phase: 'prepare', calls: [call], ...tries, ...parts }];
}

export function beginCall(draft: Draft, step: Step): void {
  const job = jobOf(draft, step);
  if (!job) return;
  const calls = [...job.calls, step.call];
  const { part = null } = step.do === 'send-part' ? step : {};
  setJob(draft, job.no, { calls, missing: job.missing.filter((each) => each !== part) });
}

export const beginTry = (draft: Draft, { no, how, ids }: Job): void =>
  setJob(draft, no, { phase: FIRST_PHASE[how], before: confirmedParts(draft, ids) });

export const confirmedParts = ({ uploads }: Draft, [id = 0]: readonly number[]): number =>
  Object.keys(uploads.get(id)?.etags ?? {}).length;

export function endJob(draft: Draft, { no, calls }: Job): void {
  stopCalls(draft, calls);
  draft.jobs = draft.jobs.filter((job) => job.no !== no);
}

/** Their answers count no more. */
export function stopCalls(draft: Draft, calls: readonly number[]): void {
  if (calls.length === 0) return;
  for (const call of calls) draft.calls = draft.calls.with(call, undefined);
  draft.reports.push({ report: 'stop', calls });
}

export function stopJobOf(draft: Draft, id: number): void {
  const job = draft.jobs.find(({ how, ids }) => how !== 'bundle' && ids.includes(id));
  if (job) endJob(draft, job);
}

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
  return [...steps, { do: 'request-grants', ids, key }];
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
  const due = next && under < state.limits.byteRequests ? [...others, next] : others;
  return due.flatMap((job) => stepOf(state, job));
}

const hasMore = ({ phase, calls, missing }: Job): boolean =>
  phase === 'send-part' ? missing.length > 0 && calls.length < PARTS_AT_ONCE : calls.length === 0;

function stepOf({ uploads }: UploadState, each: Job): Planned[] {
  const { no: job, ids, phase, missing, partBytes, waits, leastMs } = each;
  if (phase === 'prepare') return [];
  if (phase === 'wait') return [{ do: phase, job, ids, attempt: waits, leastMs }];
  if (phase !== 'send-part') return [{ do: phase, job, ids }];
  const [part] = missing;
  if (!part) return [];
  const from = (part.partNumber - 1) * partBytes;
  const { size = 0 } = uploads.get(ids[0] ?? 0) ?? {};
  return [{ do: phase, job, ids, part, from, to: Math.min(from + partBytes, size) }];
}

function admissions({ arrived }: UploadState): Planned[] {
  const waiting = [...arrived.values()].filter(({ busy, ids }) => !busy && ids.size > 0);
  return waiting.map(({ targetFolder, ids }) => ({
    do: 'admit',
    targetFolder,
    ids: ids.upTo(limits.maxFilesPerBatch),
  }));
}
