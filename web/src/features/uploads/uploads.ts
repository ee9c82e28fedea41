import { store } from '../../shared/store/store.js';
import { text } from '../../shared/messages/en.js';
import { backoffMs, pause } from '../../shared/api/backoff.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import { beginTrace } from '../../shared/trace/action-trace.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { toast } from '../../shared/toasts/toast.js';
import { byteRequestsAtOnce, httpTransport } from './http-transport.js';
import { UploadEngine } from './upload-engine.js';
import { isUnsettled } from './upload-item.js';

/** While the browser knows that it is offline, a try would be wasted. */
const online = (signal: AbortSignal): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => {
        addEventListener('online', () => resolve(), { once: true, signal });
        signal.addEventListener('abort', () => resolve());
      });

/** The uploads of this tab. They go on wherever the user goes in it. */
export const uploads = new UploadEngine({
  transport: httpTransport,
  byteRequests: byteRequestsAtOnce(),
  environment: {
    now: () => performance.now(),
    newKey,
    beginTrace: () => beginTrace('upload'),
    async waitBeforeTry(attempt, signal) {
      await pause(backoffMs(attempt, Math.random()), signal);
      await online(signal);
    },
  },
  notices: {
    admitted: (elements) => store.dispatch(applyChanges({ elements, removed: [] })),
    warned: ({ message }) => void store.dispatch(toast.warning(message)),
    fileFailed: ({ name }) => void store.dispatch(toast.error(text.uploads.fileFailed(name))),
    batchFailed: () => void store.dispatch(toast.error(text.uploads.failed)),
    groupArrived: () => void store.dispatch(toast.success(text.uploads.arrived)),
  },
});

addEventListener('beforeunload', (event) => {
  if (uploads.items().some(isUnsettled)) event.preventDefault();
});
