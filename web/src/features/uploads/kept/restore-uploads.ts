import { text } from '../../../shared/messages/en.js';
import type { Bundle, BundleQueue } from '../bundle-queue.js';
import type { Grants } from '../grants.js';
import type { QueueState } from '../queue-state.js';
import type { UploadItem } from '../upload-item.js';
import type { UploadDeps } from '../upload-deps.js';
import type { UploadWork } from '../upload-work.js';
import type { KeptUpload } from './kept-upload.js';

interface WaysOn {
  admit(item: UploadItem, receipt: string): void;
  bundles: BundleQueue;
  grants: Grants;
  send(id: number): void;
  place(ids: readonly number[]): void;
}

type HasBytes = (keptAs: string) => boolean;

/** Puts uploads that a page before has left back on their way, each from where it was. */
export function restoreUploads(
  state: QueueState,
  kept: readonly KeptUpload[],
  hasBytes: HasBytes,
  ways: WaysOn,
): void {
  const groups = new Map<string, number>();
  const idsByCall = new Map<string, number[]>();
  const ids = kept.map((each) => {
    const about = `${each.tab} ${each.group}`;
    const group = groups.get(about) ?? state.openGroup(false);
    groups.set(about, group);
    const id = restoreOne(state, group, each, hasBytes(each.id));
    if (each.call) idsByCall.set(each.call.key, [...(idsByCall.get(each.call.key) ?? []), id]);
    return id;
  });
  const onTheirWay = new Set<number>();
  for (const id of ids) {
    const [item, work] = [state.list.get(id), state.work.get(id)];
    if (item?.status !== 'finishing' || !work?.receipt) continue;
    ways.admit(item, work.receipt);
    onTheirWay.add(id);
  }
  for (const together of idsByCall.values())
    for (const id of callAgain(state, together, ways)) onTheirWay.add(id);
  const waiting = ids.filter((id) => state.waits(id) && !onTheirWay.has(id));
  for (const id of waiting.filter((each) => state.work.get(each)?.grant)) ways.send(id);
  ways.place(waiting.filter((each) => !state.work.get(each)?.grant));
  for (const group of groups.values()) state.closeGroup(group);
}

function restoreOne(state: QueueState, group: number, kept: KeptUpload, hasBytes: boolean): number {
  const { targetFolder, name, size, status, message, isTaken } = kept;
  const about = { group, targetFolder, name, size };
  const stands = status === 'failed' || status === 'refused';
  const sent = kept.receipt ? size : 0;
  const id = state.addOne(
    { ...about, sent, ...(stands && { status, message, isTaken }) },
    workOf(state.deps, kept),
  );
  if (stands) return id;
  if (kept.receipt) state.list.set(id, { status: 'finishing' });
  else if (!hasBytes) state.list.set(id, { status: 'missing', message: text.uploads.status.missing });
  else if (status === 'paused') state.list.set(id, { status: 'paused' });
  return id;
}

const workOf = ({ environment }: UploadDeps, kept: KeptUpload): UploadWork => ({
  file: null,
  handle: undefined,
  remote: null,
  chosenName: kept.chosenName,
  type: kept.type,
  source: kept.source ?? undefined,
  modified: kept.modified,
  path: kept.path,
  call: kept.call,
  ifTaken: kept.ifTaken,
  asking: false,
  grant: kept.grant && { ...kept.grant, confirmed: environment.confirmedParts(kept.grant.uploadId) },
  receipt: kept.receipt,
  key: kept.key,
  keptAs: kept.id,
  stop: new AbortController(),
});

/** Repeats a call whose answer may have been lost with the page: the server knows it by its key, if all of its files are still there. */
function callAgain(state: QueueState, ids: readonly number[], ways: WaysOn): readonly number[] {
  const inOrder = ids.toSorted((a, b) => placeOf(state, a) - placeOf(state, b));
  const [first = 0] = inOrder;
  const [item, call] = [state.list.get(first), state.work.get(first)?.call];
  if (!item || !call || call.of !== ids.length) return [];
  const stillOpen = inOrder.filter((id) => !state.work.get(id)?.grant && !state.work.get(id)?.receipt);
  if (stillOpen.length !== ids.length) return [];
  const { group, targetFolder } = item;
  const bundle: Bundle = { targetFolder, group, itemIds: inOrder, key: call.key };
  if (inOrder.every(state.waits)) {
    if (call.how === 'bundle') ways.bundles.sendOnceMore(bundle);
    else ways.grants.askAgain(inOrder, call.key);
    return inOrder;
  }
  if (call.how === 'bundle' && inOrder.every((id) => state.list.get(id)?.status === 'failed'))
    ways.bundles.failed(bundle);
  return [];
}

const placeOf = (state: QueueState, id: number): number => state.work.get(id)?.call?.place ?? 0;
