import type { Answer } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { callApi } from '../../shared/api/call-api.js';
import { useReachable } from '../../shared/connection/connection.js';
import { useSession } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import {
  applyChanges,
  dropGoneFolders,
  leastListedVersion,
  relistAll,
} from '../../shared/listings/listing-cache.js';
import { shareDoorbell } from './doorbell.js';
import { thumbnailSources } from '../../shared/files/picture-sources.js';
import { jobProgressed, jobsEnded } from '../../shared/jobs/jobs-slice.js';
import { report } from '../../shared/report.js';
import { addressOf } from '../../shared/api/call-input.js';

export type PulledChanges = Answer<'changes'>;

interface LiveDeps {
  pull(since: number): Promise<PulledChanges>;
  apply(changes: PulledChanges): void;
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

  /** Too far behind, or the server was restored to an older state. */
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
    this.deps.apply(changes);
    // A listing may have set the cursor back: then its gap comes next.
    if (this.#cursor === since) this.#cursor = changes.version;
    // Nothing newer: a ring that only asked to look is answered.
    if (changes.version === since && this.#wanted === wanted) this.#wanted = since;
  }
}

/** Others are fetched when they are seen. */
const THUMBNAILS_AHEAD = 12;

/** Before the page is drawn again: both go on side by side. */
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
        apply: (changes) => {
          fetchThumbnails(changes);
          dispatch(applyChanges(changes));
          dispatch(dropGoneFolders(changes));
          dispatch(jobsEnded(changes.elements.map(({ _id }) => _id)));
        },
        resync: () => dispatch(relistAll()),
        failed: (failure) => report('Changes could not be fetched', failure),
      }),
  );

  const listed = useAppSelector(leastListedVersion);
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
    start().catch((failure: unknown) => report('The live stream could not be opened', failure));
    return () => {
      gone = true;
      hangUp?.();
    };
  }, [dispatch, live, signedIn, reachable]);
};
