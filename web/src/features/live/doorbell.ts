import type { KnownJob } from '../../shared/jobs/jobs-slice.js';
import { backoffMs } from '../../shared/api/backoff.js';

export interface DoorbellDeps {
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
export const listenToDoorbell = (deps: DoorbellDeps): (() => void) => {
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
