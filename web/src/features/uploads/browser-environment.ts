import { newKey } from '../../shared/api/call-input.js';
import { backoffMs, pause } from '../../shared/api/repeat-while-passing.js';
import { isReachable, onConnectionChange } from '../../shared/connection/connection.js';
import { beginTrace } from '../../shared/trace/action-trace.js';
import { RememberedParts } from './kept/kept-upload.js';
import type { UploadEnvironment } from './upload-port.js';

/** A try would be wasted. */
const reachable = async (signal: AbortSignal): Promise<void> => {
  if (isReachable() || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onConnectionChange(resolve);
  signal.addEventListener('abort', () => resolve());
  await promise;
  stop();
};

export const browserEnvironment = (): UploadEnvironment => ({
  now: () => performance.now(),
  newKey,
  parts: new RememberedParts(localStorage, Date.now),
  beginTrace: () => beginTrace('upload'),
  async waitBeforeTry(attempt, signal, leastMs = 0) {
    await pause(leastMs + backoffMs(attempt, Math.random()), signal);
    await reachable(signal);
  },
  isHidden: () => document.visibilityState === 'hidden',
});
