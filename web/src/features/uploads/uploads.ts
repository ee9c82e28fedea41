import { limits } from '@skyshelf/contracts/browser';
import { type AppThunk, store } from '../../shared/store/store.js';
import { text } from '../../shared/messages/en.js';
import { backoffMs, pause } from '../../shared/api/backoff.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import { beginTrace } from '../../shared/trace/action-trace.js';
import { isReachable, onConnectionChange } from '../../shared/connection/connection.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { isDownloading } from '../../shared/files/start-download.js';
import { report } from '../../shared/report.js';
import { currentSession, driveOf, onSessionChange } from '../../shared/session/current-session.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { byteRequestsAtOnce, httpTransport } from './http-transport.js';
import { openKeeping, takeOver } from './kept/keep-uploads.js';
import { QueueKeeper } from './kept/queue-keeper.js';
import { remember } from '../undo/public.js';
import { RememberedParts } from './remembered-parts.js';
import { replaceElement } from './replace-element.js';
import type { Replacement } from './machine/effects.js';
import { BUNDLED_BYTES, type UploadEnvironment } from './upload-port.js';
import { uploadMessages } from './upload-messages.js';
import type { ItemList } from './item-list.js';
import { UploadEngine } from './upload-engine.js';

/** A try would be wasted. */
const reachable = async (signal: AbortSignal): Promise<void> => {
  if (isReachable() || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onConnectionChange(resolve);
  signal.addEventListener('abort', () => resolve());
  await promise;
  stop();
};

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
    report('A file could not be replaced', failure);
    store.dispatch(toast.warning(text.uploads.notReplaced(name)));
  }
};

/** Milliseconds since the epoch. */
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
