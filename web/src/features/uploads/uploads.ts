import { nameKey } from '@skyshelf/contracts/rules';
import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { useCallback, useSyncExternalStore } from 'react';
import { text } from '../../shared/messages/en.js';
import { type AppDispatch, type AppThunk, store } from '../../shared/store/store.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { logError } from '../../shared/log-error.js';
import { remember } from '../undo/public.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import type { Replacement, UploadNotices } from './machine/upload-state.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/call-input.js';
import { backoffMs, pause } from '../../shared/api/repeat-while-passing.js';
import { beginTrace } from '../../shared/trace/action-trace.js';
import { isReachable, onConnectionChange } from '../../shared/connection/connection.js';
import { isDownloading } from '../../shared/files/start-download.js';
import { currentSession, driveOf, onSessionChange } from '../../shared/session/current-session.js';
import { byteRequestsAtOnce, httpTransport } from './http-transport.js';
import { openKeeping, QueueKeeper, takeOver } from './kept/queue-keeper.js';
import { RememberedParts } from './kept/kept-upload.js';
import { BUNDLED_BYTES, type UploadDeps, type UploadEnvironment } from './upload-port.js';
import { FrameChanges, type ItemList } from './upload-list.js';
import { UploadEngine } from './upload-engine.js';
import type { Sending, Upload } from './machine/upload.js';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/listings/listing.js';

type Messages = Omit<UploadNotices, 'admitted' | 'replaces' | 'groupBegan'>;

interface UploadMessagesOptions {
  /** Names what operations have brought, where it can be undone. */
  undoOf?: (group: number, operations: readonly string[]) => string | undefined;
  /** Uploads in the list: a warning that names no file is followed by its name where there are several. */
  listed?: () => number;
}

export const uploadMessages = (
  dispatch: AppDispatch,
  { undoOf = () => undefined, listed = () => 1 }: UploadMessagesOptions = {},
): Messages => ({
  warned({ message, name }) {
    const isNamed = message.includes(name) || listed() < 2;
    dispatch(toast.warning(isNamed ? message : `${message} ${name}`));
  },
  fileFailed: ({ name }) => void dispatch(toast.error(text.uploads.fileFailed(name))),
  batchFailed: () => void dispatch(toast.error(text.uploads.failed)),
  groupArrived: (group, _, operations) =>
    void dispatch(toast.success(text.uploads.arrived, undoOf(group, operations))),
});

const background = { tries: 5, inBackground: true };

interface Replaced {
  old: ElementView;
  after: ElementView;
  operations: readonly string[];
}

/**
 * Only called with the new file there, and deletion can be undone for a minute: no file is lost. Null when no
 * other file has the name.
 * @throws {ApiFailure} both files are there
 */
async function replaceElement({ elementId, targetFolder, name }: Replacement): Promise<Replaced | null> {
  const { docs } = await callApi(
    'listFolder',
    { body: { ...targetFolder, defaultLinks: false } },
    background,
  );
  const key = nameKey(name);
  const old = docs.find(
    ({ _id, linkname, linktype }) => _id !== elementId && linktype !== 'folder' && nameKey(linkname) === key,
  );
  if (!old) return null;
  const removal = { ...targetFolder, arr: [old._id], hold: limits.maxHoldSeconds };
  const deleted = await callApi('deleteElements', { body: removal, idempotencyKey: newKey() }, background);
  const renaming = { ...targetFolder, id: elementId, obj: { linkname: old.linkname } };
  const renamed = await callApi(
    'editElement',
    { body: renaming, idempotencyKey: newKey() },
    background,
  ).catch(async (failure: unknown) => {
    await callApi('undo', { body: { operation: deleted.operation }, idempotencyKey: newKey() }, background);
    throw failure;
  });
  return { old, after: renamed.docs.element, operations: [deleted.operation, renamed.operation] };
}

const replace = async (replacement: Replacement): Promise<void> => {
  const { name } = replacement;
  try {
    const replaced = await replaceElement(replacement);
    if (!replaced) return;
    const { old, after, operations } = replaced;
    store.dispatch(applyChanges({ elements: [after], removed: [old._id] }));
    const undo = store.dispatch(remember([replacement.operation, ...operations]));
    store.dispatch(toast.success(text.uploads.replaced(old.linkname), undo));
  } catch (failure) {
    logError('A file could not be replaced', failure);
    store.dispatch(toast.warning(text.uploads.notReplaced(name)));
  }
};

/** Unit: milliseconds since the epoch. */
const begun = new Map<number, number>();

const noteBegin = (group: number): void => void begun.set(group, Date.now());

/** Undefined when it can't: a former page made the folders. */
const rememberUploads =
  (group: number, operations: readonly string[]): AppThunk<string | undefined> =>
  (dispatch) => {
    const at = begun.get(group);
    if (at === undefined || operations.length === 0 || operations.length > limits.maxIdsPerCommand)
      return undefined;
    return dispatch(remember(operations, at));
  };

/** A try would be wasted. */
const reachable = async (signal: AbortSignal): Promise<void> => {
  if (isReachable() || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onConnectionChange(resolve);
  signal.addEventListener('abort', () => resolve());
  await promise;
  stop();
};

/** Phones put the page to sleep with the screen. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

function keepAwake({ subscribe, totals }: Pick<ItemList, 'subscribe' | 'totals'>): void {
  if (!('wakeLock' in navigator) || !isTouch()) return;
  let lock: WakeLockSentinel | null = null;
  let asking = false;

  const adjust = async (): Promise<void> => {
    const wanted = totals.moving > 0 && document.visibilityState === 'visible';
    if (asking || wanted === (lock !== null)) return;
    asking = true;
    try {
      if (wanted) {
        lock = await navigator.wakeLock.request('screen');
        lock.addEventListener('release', () => (lock = null));
      } else await lock?.release();
    } catch {
      // A low battery, for one.
    }
    asking = false;
  };
  subscribe(() => void adjust());
  // A hidden page loses it.
  document.addEventListener('visibilitychange', () => void adjust());
}

const session = currentSession();
const keeping = session ? openKeeping(driveOf(session.accessToken)) : Promise.resolve(null);

export const environment: UploadEnvironment = {
  now: () => performance.now(),
  newKey,
  parts: new RememberedParts(localStorage, Date.now),
  beginTrace: () => beginTrace('upload'),
  async waitBeforeTry(attempt, signal, leastMs = 0) {
    await pause(leastMs + backoffMs(attempt, Math.random()), signal);
    await reachable(signal);
  },
  isHidden: () => document.visibilityState === 'hidden',
};

export const uploads = new UploadEngine({
  keeperOf: (state) => new QueueKeeper(state, keeping),
  transport: httpTransport,
  byteRequests: byteRequestsAtOnce(),
  bundledBytes: BUNDLED_BYTES,
  environment,
  notices: {
    ...uploadMessages(store.dispatch, {
      undoOf: (...came) => store.dispatch(rememberUploads(...came)),
      listed: (): number => uploads.list.totals.all,
    }),
    admitted: (elements) => store.dispatch(applyChanges({ elements, removed: [] })),
    replaces: (replacement) => void replace(replacement),
    groupBegan: noteBegin,
  },
});

void keeping
  .then((kept) => kept && takeOver(kept, (...left) => uploads.restore(...left)))
  .catch((failure: unknown) => logError('Uploads of before could not be read', failure));

// What is kept stays for the same user's next session, unless logged out.
onSessionChange(() => !currentSession() && uploads.stop());

keepAwake(uploads.list);

addEventListener('beforeunload', (event) => {
  if (uploads.list.totals.unsettled > 0 && !isDownloading()) event.preventDefault();
});

const { list } = uploads;
const changes = new FrameChanges((task) => void requestAnimationFrame(task));
list.subscribe(changes.note);

const present = () => ({ order: list.order(), totals: list.totals, speed: uploads.speed() });
let drawn = present();
changes.subscribe(() => (drawn = present()));

/** It renders at most once a frame. */
export const useUploads = () => useSyncExternalStore(changes.subscribe, () => drawn);

export const useUpload = (id: number): Upload | undefined =>
  useSyncExternalStore(
    useCallback((listener) => changes.subscribeTo(id, listener), [id]),
    () => list.get(id),
  );

const nothing = (): void => undefined;

/**
 * Apart from the queue; a taken name is numbered.
 * @throws {ApiFailure} the server's
 */
export const uploadOne = (
  { transport, environment }: Pick<UploadDeps, 'transport' | 'environment'>,
  targetFolder: TargetFolder,
  file: File,
  { signal, onProgress }: Sending,
): Promise<ElementView> =>
  new Promise((resolve, reject) => {
    const notices = { warned: nothing, fileFailed: nothing, batchFailed: nothing, replaces: nothing };
    const groups = { groupBegan: nothing, groupArrived: nothing };
    const engine = new UploadEngine({
      transport,
      byteRequests: 3,
      bundledBytes: BUNDLED_BYTES,
      environment: { ...environment, beginTrace: () => null },
      notices: { ...notices, ...groups, admitted: ([element]) => element && resolve(element) },
    });
    signal.addEventListener('abort', () => {
      engine.stop();
      reject(signal.reason as Error);
    });
    engine.list.subscribe((id) => {
      const { message, sent = 0 } = engine.list.get(id) ?? {};
      onProgress(sent);
      if (message) reject(new ApiFailure({ status: 400, code: 'upload.failed', message }));
    });
    engine.addTo(engine.openGroup(), targetFolder, [{ file, ifTaken: 'keep-both' }]);
  });
