import type { KnownJob } from '../../shared/jobs/jobs-slice.js';
import { backoffMs } from '../../shared/api/repeat-while-passing.js';
import { report } from '../../shared/report.js';

interface DoorbellDeps {
  address(): string;
  rang(version: number): void;
  resync(): void;
  progressed(job: KnownJob): void;
  /** `tries` in a row. */
  broke(tries: number): void;
}

/** Open so long, a stream counts as healthy. */
const HEALTHY_MS = 10_000;

const saysResync = (data: string): boolean => {
  try {
    return (JSON.parse(data) as { resync?: unknown } | null)?.resync === true;
  } catch {
    return false;
  }
};

/** Reopens a broken stream after growing pauses, at once when online or visible again. */
const listenToDoorbell = (deps: DoorbellDeps): (() => void) => {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let stopped = false;

  const open = (): void => {
    clearTimeout(timer);
    source?.close();
    const own = new EventSource(deps.address());
    source = own;
    let openedAt = 0;
    // On opening the server says its version: nothing missed is lost.
    own.addEventListener('open', () => (openedAt = Date.now()));
    const hear = (event: MessageEvent<string>): void => {
      const version = Number(event.lastEventId);
      if (saysResync(event.data)) deps.resync();
      else if (Number.isInteger(version) && version > 0) deps.rang(version);
    };
    own.addEventListener('message', hear);
    own.addEventListener('job', ({ data }: MessageEvent<string>) =>
      deps.progressed(JSON.parse(data) as KnownJob),
    );
    own.addEventListener('error', () => {
      own.close();
      if (stopped || own !== source) return;
      tries = openedAt > 0 && Date.now() - openedAt > HEALTHY_MS ? 1 : tries + 1;
      timer = setTimeout(open, backoffMs(tries, Math.random()));
      deps.broke(tries);
    });
  };
  const hurry = (): void => {
    if (source?.readyState === EventSource.CLOSED && document.visibilityState === 'visible') open();
  };

  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source?.close();
    removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
  };
};

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
