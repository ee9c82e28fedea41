import type { ElementView } from '@skyshelf/contracts/browser';
import { useCallback, useSyncExternalStore } from 'react';
import { store } from '../../shared/store/store.js';
import { backoffMs, pause } from '../../shared/api/repeat-while-passing.js';
import { newKey } from '../../shared/api/call-input.js';
import { beginTrace } from '../../shared/trace/action-trace.js';
import { isReachable, onConnectionChange } from '../../shared/connection/connection.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { isDownloading } from '../../shared/files/start-download.js';
import { report } from '../../shared/report.js';
import { currentSession, driveOf, onSessionChange } from '../../shared/session/current-session.js';
import { byteRequestsAtOnce, httpTransport } from './http-transport.js';
import { openKeeping, QueueKeeper, takeOver } from './kept/queue-keeper.js';
import { RememberedParts } from './kept/kept-upload.js';
import { noteBegin, rememberUploads, replace, uploadMessages } from './upload-notices.js';
import { BUNDLED_BYTES, type UploadDeps, type UploadEnvironment } from './upload-port.js';
import { FrameChanges, type ItemList } from './upload-list.js';
import { UploadEngine } from './upload-engine.js';
import type { Sending, Upload } from './machine/upload.js';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/listings/listing.js';

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
    ...uploadMessages(store.dispatch, (...came) => store.dispatch(rememberUploads(...came))),
    admitted: (elements) => store.dispatch(applyChanges({ elements, removed: [] })),
    replaces: (replacement) => void replace(replacement),
    groupBegan: noteBegin,
  },
});

void keeping
  .then((kept) => kept && takeOver(kept, (...left) => uploads.restore(...left)))
  .catch((failure: unknown) => report('Uploads of before could not be read', failure));

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

/** At most once a frame. */
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
