import { limits } from '@skyshelf/contracts/browser';
import { note, type Draft } from './draft.js';
import type { Turn, UploadState } from './upload-state.js';
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

export const idsIn = ({ uploads }: Pick<UploadState, 'uploads'>, { no, ids }: Turn): number[] =>
  ids.filter((id) => {
    const upload = uploads.get(id);
    return upload?.turn === no && upload.status === 'waiting';
  });

export const idsLeft = ({ uploads }: Pick<UploadState, 'uploads'>, { ids }: Turn): number[] =>
  ids.filter((id) => uploads.get(id));

/** By precedence. */
const SENDING = ['repeated', 'bundles', 'stopped', 'ready'] as const;
export const nextLane = (state: UploadState): (typeof SENDING)[number] | undefined =>
  SENDING.find((lane) => state[lane].size > 0);

/** So that each lane's first turn can be done. */
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
