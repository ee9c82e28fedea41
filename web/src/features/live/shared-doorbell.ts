import { listenToDoorbell, type DoorbellDeps } from './doorbell.js';
import type { KnownJob } from '../../shared/jobs/jobs-slice.js';
import { report } from '../../shared/report.js';

const NAME = 'skyshelf-live';

type Word = { rang: number } | { resync: true } | { progressed: KnownJob };

const isWord = (value: unknown): value is Word => typeof value === 'object' && value !== null;

/** The tab with the lock passes rings on; when it goes, the next does. Without locks (plain http) each listens. */
export const shareDoorbell = (deps: DoorbellDeps): (() => void) => {
  if (!('locks' in navigator)) return listenToDoorbell(deps);
  const channel = new BroadcastChannel(NAME);
  const stop = new AbortController();
  // It never leaves its own origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const tell = (word: Word): void => channel.postMessage(word);

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isWord(data)) return;
    if ('rang' in data && Number.isInteger(data.rang)) deps.rang(data.rang);
    if ('resync' in data) deps.resync();
    if ('progressed' in data) deps.progressed(data.progressed);
  });

  const lead = (): Promise<void> => {
    const hangUp = listenToDoorbell({
      ...deps,
      rang: (version) => (tell({ rang: version }), deps.rang(version)),
      resync: () => (tell({ resync: true }), deps.resync()),
      progressed: (job) => (tell({ progressed: job }), deps.progressed(job)),
    });
    return new Promise((resolve) =>
      stop.signal.addEventListener('abort', () => {
        hangUp();
        resolve();
      }),
    );
  };
  navigator.locks.request(NAME, { signal: stop.signal }, lead).catch((reason: unknown) => {
    if (!stop.signal.aborted) report('The live stream could not be shared', reason);
  });
  return () => {
    stop.abort();
    channel.close();
  };
};
