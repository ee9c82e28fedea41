import { limits } from '@skyshelf/contracts/browser';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { isDownloading } from '../../shared/files/start-download.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { logError } from '../../shared/log-error.js';
import { text } from '../../shared/messages/en.js';
import { currentSession, driveOf, onSessionChange } from '../../shared/session/current-session.js';
import { type AppDispatch, type AppStore, oncePerStore, useAppStore } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { remember } from '../undo/public.js';
import { browserEnvironment } from './browser-environment.js';
import { byteRequestsAtOnce, httpTransport } from './http-transport.js';
import { keepAwake } from './keep-awake.js';
import { openKeeping, QueueKeeper, takeOver } from './kept/queue-keeper.js';
import type { Upload } from './machine/upload.js';
import { UploadEngine } from './upload-engine.js';
import { FrameChanges } from './upload-list.js';
import { uploadMessages } from './upload-messages.js';
import { BUNDLED_BYTES, type UploadDeps } from './upload-port.js';

/** Names what the operations of a group have brought, where they can be undone. */
const undoOf =
  (dispatch: AppDispatch, begun: ReadonlyMap<number, number>) =>
  (group: number, operations: readonly string[]): string | undefined => {
    const at = begun.get(group);
    // Without a beginning a former page made the folders.
    if (at === undefined || operations.length === 0 || operations.length > limits.maxIdsPerCommand)
      return undefined;
    return dispatch(remember(operations, at));
  };

/** Makes a queue that tells the store's page of its uploads. */
export function createEngine(
  { dispatch }: Pick<AppStore, 'dispatch'>,
  deps: Omit<UploadDeps, 'notices'>,
): UploadEngine {
  /** Unit: milliseconds since the epoch; by group. */
  const begun = new Map<number, number>();
  const engine: UploadEngine = new UploadEngine({
    ...deps,
    notices: {
      ...uploadMessages(dispatch, {
        undoOf: undoOf(dispatch, begun),
        listed: () => engine.list.totals.all,
      }),
      admitted: (elements) => dispatch(applyChanges({ elements, removed: [] })),
      replaced: ({ name, operation }) =>
        void dispatch(toast.success(text.uploads.replaced(name), dispatch(remember([operation])))),
      groupBegan: (group) => void begun.set(group, Date.now()),
    },
  });
  return engine;
}

interface Presented {
  order: readonly number[];
  totals: UploadEngine['list']['totals'];
  speed: number;
}

export interface PageUploads {
  engine: UploadEngine;
  changes: FrameChanges;
  /** The same object until the next frame with changes. */
  presented: () => Presented;
}

/**
 * Begins a queue that goes on with what former pages of its owner have left.
 * @param owner the drive or the link into which it sends; null keeps nothing
 */
export const beginUploads = (
  owner: string | null,
  engineOf: (deps: Omit<UploadDeps, 'notices'>) => UploadEngine,
): PageUploads => {
  const keeping = owner === null ? Promise.resolve(null) : openKeeping(owner);
  const engine = engineOf({
    keeperOf: (queue) => new QueueKeeper(queue, keeping),
    transport: httpTransport,
    byteRequests: byteRequestsAtOnce(),
    bundledBytes: BUNDLED_BYTES,
    environment: browserEnvironment(),
  });
  void keeping
    .then((kept) => kept && takeOver(kept, (...left) => engine.restore(...left)))
    .catch((failure: unknown) => logError('Uploads of before could not be read', failure));
  keepAwake(engine.list);
  addEventListener('beforeunload', (event) => {
    if (engine.list.totals.unsettled > 0 && !isDownloading()) event.preventDefault();
  });
  return { engine, ...presentedOnceAFrame(engine) };
};

const startUploads = (store: AppStore): PageUploads => {
  const session = currentSession();
  const uploads = beginUploads(session && driveOf(session.accessToken), (deps) => createEngine(store, deps));
  // What is kept stays for the same user's next session, unless logged out.
  onSessionChange(() => !currentSession() && uploads.engine.stop());
  return uploads;
};

function presentedOnceAFrame({ list, speed }: UploadEngine): Omit<PageUploads, 'engine'> {
  const changes = new FrameChanges((task) => void requestAnimationFrame(task));
  const present = (): Presented => ({ order: list.order(), totals: list.totals, speed: speed() });
  let presented = present();
  list.subscribe(changes.note);
  changes.subscribe(() => (presented = present()));
  return { changes, presented: () => presented };
}

const uploadsOf = oncePerStore(startUploads);

export const uploadEngineOf = (store: AppStore): UploadEngine => uploadsOf(store).engine;

/** The queue of a page that is no shelf. */
export const UploadsOfVisit = createContext<PageUploads | null>(null);

const usePageUploads = (): PageUploads => {
  const store = useAppStore();
  return useContext(UploadsOfVisit) ?? uploadsOf(store);
};

export const useUploadEngine = (): UploadEngine => usePageUploads().engine;

/** It renders at most once a frame. */
export const useUploads = (): Presented => {
  const { changes, presented } = usePageUploads();
  return useSyncExternalStore(changes.subscribe, presented);
};

export const useUpload = (id: number): Upload | undefined => {
  const { changes, engine } = usePageUploads();
  return useSyncExternalStore(
    useCallback((listener) => changes.subscribeTo(id, listener), [changes, id]),
    () => engine.list.get(id),
  );
};
