import type { Answer } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { jobProgressed, jobsEnded, type KnownJob } from '../../shared/jobs/jobs-slice.js';
import { backoffMs } from '../../shared/api/repeat-while-passing.js';
import { logError } from '../../shared/log-error.js';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { callApi } from '../../shared/api/call-api.js';
import { useReachable } from '../../shared/connection/connection.js';
import { useSession } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import {
  applyChanges,
  dropDeletedFolders,
  oldestListedVersion,
  reloadListings,
} from '../../shared/listings/listing-cache.js';
import { thumbnailSources } from '../../shared/files/picture-sources.js';
import { addressOf } from '../../shared/api/call-input.js';

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
const shareDoorbell = (deps: DoorbellDeps): (() => void) => {
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
    if (!stop.signal.aborted) logError('The live stream could not be shared', reason);
  });
  return () => {
    stop.abort();
    channel.close();
  };
};

export type PulledChanges = Answer<'changes'>;

interface LiveDeps {
  pull(since: number): Promise<PulledChanges>;
  apply(changes: PulledChanges, since: number): void;
  /** The least version held; null for none. */
  resync(): Promise<number | null>;
  /** The next ring tries again. */
  failed(failure: unknown): void;
}

/**
 * A ring says the drive's version, a pull brings what is missing. One pull at a time, without pauses: a
 * thumbnail waits.
 */
export class LiveChanges {
  /** Version that every held listing has reached; null before the first. */
  #cursor: number | null = null;
  #wanted = 0;
  #pulling = false;
  /** Changes can't bring it up to date. */
  #lost = false;

  constructor(private readonly deps: LiveDeps) {}

  /** Null until a listing came. */
  get cursor(): number | null {
    return this.#cursor;
  }

  /** One overtaken on its way is brought up to date. */
  listed(version: number): void {
    if (version < 0) return;
    if (this.#cursor === null) this.#cursor = version;
    else if (version < this.#cursor) {
      this.#wanted = Math.max(this.#wanted, this.#cursor);
      this.#cursor = version;
    }
    void this.#catchUp();
  }

  rang(version: number): void {
    this.#wanted = Math.max(this.#wanted, version);
    void this.#catchUp();
  }

  /** Rings may have been missed: look once. */
  mayBeBehind(): void {
    if (this.#cursor !== null) this.rang(this.#cursor + 1);
  }

  /** The client is too far behind, or the server was restored to an older state. */
  mustListAgain(): void {
    this.#lost = true;
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#pulling) return;
    this.#pulling = true;
    try {
      while (this.#cursor !== null && (this.#lost || this.#cursor < this.#wanted))
        await this.#step(this.#cursor);
    } catch (failure) {
      this.#wanted = this.#cursor ?? 0;
      this.#lost = false;
      this.deps.failed(failure);
    } finally {
      this.#pulling = false;
    }
  }

  async #step(since: number): Promise<void> {
    if (this.#lost) {
      this.#cursor = (await this.deps.resync()) ?? since;
      this.#lost = false;
      return;
    }
    const wanted = this.#wanted;
    const changes = await this.deps.pull(since);
    if (changes.resync) {
      this.#lost = true;
      return;
    }
    this.deps.apply(changes, since);
    // A listing may have set the cursor back: then its gap comes next.
    if (this.#cursor === since) this.#cursor = changes.version;
    // Nothing newer: a ring that only asked to look is answered.
    if (changes.version === since && this.#wanted === wanted) this.#wanted = since;
  }
}

/** Others are fetched when they are seen. */
const THUMBNAILS_AHEAD = 12;

/** Starts the downloads before React renders, so that both run in parallel. */
const fetchThumbnails = ({ elements }: PulledChanges): void => {
  for (const { thumbnailImage, confirm } of elements.slice(0, THUMBNAILS_AHEAD)) {
    if (thumbnailImage && confirm) Object.assign(new Image(), thumbnailSources(thumbnailImage));
  }
};

export const useLiveChanges = (): void => {
  const dispatch = useAppDispatch();
  const signedIn = useSession() !== null;
  const reachable = useReachable();
  const [live] = useState(
    () =>
      new LiveChanges({
        pull: (since) => callApi('changes', { query: { since: String(since) } }),
        apply: (changes, since) => {
          fetchThumbnails(changes);
          if (changes.gaveWay)
            void import('./gave-way.js').then(({ tellWhatGaveWay }) =>
              dispatch(tellWhatGaveWay(changes, since)),
            );
          if (changes.received)
            void import('./received-files.js').then(({ tellWhatCame }) =>
              dispatch(tellWhatCame(changes, since)),
            );
          dispatch(applyChanges(changes));
          dispatch(dropDeletedFolders(changes));
          dispatch(jobsEnded(changes.elements.map(({ _id }) => _id)));
        },
        resync: () => dispatch(reloadListings()),
        failed: (failure) => logError('Changes could not be fetched', failure),
      }),
  );

  const listed = useAppSelector(oldestListedVersion);
  useEffect(() => {
    if (listed !== null) live.listed(listed);
  }, [listed, live]);

  useEffect(() => {
    if (!signedIn || !reachable) return;
    let hangUp: (() => void) | null = null;
    let gone = false;
    const start = async (): Promise<void> => {
      await ensureReadCookie();
      if (gone) return;
      hangUp = shareDoorbell({
        address: () => addressOf('liveChanges', { query: { since: live.cursor?.toString() } }),
        rang: (version) => live.rang(version),
        progressed: (job) => dispatch(jobProgressed(job)),
        resync: () => live.mustListAgain(),
        // A stream does not say why it was refused; a call does, and asks to log in.
        broke: () => live.mayBeBehind(),
      });
    };
    start().catch((failure: unknown) => logError('The live stream could not be opened', failure));
    return () => {
      gone = true;
      hangUp?.();
    };
  }, [dispatch, live, signedIn, reachable]);
};
