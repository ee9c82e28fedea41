import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { callApi } from '../../../shared/api/call-api.js';
import { newKey } from '../../../shared/api/call-input.js';
import { jobsFound } from '../../../shared/jobs/jobs-slice.js';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { logError } from '../../../shared/log-error.js';
import { store } from '../../../shared/store/store.js';

interface SeenDeps {
  tell(ids: string[]): Promise<void>;
}

/** Milliseconds: most pictures are there sooner. */
const TELL_AFTER_MS = 1000;

export class VisibleElements {
  readonly #seen = new Map<string, boolean>();
  #telling = false;

  constructor(private readonly deps: SeenDeps) {}

  /** @returns to be called when it is seen no more */
  add(id: string): () => void {
    this.#seen.set(id, false);
    this.#tellSoon();
    return () => void this.#seen.delete(id);
  }

  #tellSoon(): void {
    if (this.#telling) return;
    this.#telling = true;
    setTimeout(() => this.#tell(), TELL_AFTER_MS);
  }

  #tell(): void {
    this.#telling = false;
    const unknown = [...this.#seen].flatMap(([id, isReported]) => (isReported ? [] : [id]));
    const ids = unknown.slice(0, limits.maxPrioritizedElements);
    for (const id of ids) this.#seen.set(id, true);
    if (unknown.length > ids.length) this.#tellSoon();
    if (ids.length > 0) void this.deps.tell(ids);
  }
}

interface Unconfirmed {
  id: string;
  address: string | null;
  isVideo: boolean;
}

interface ThumbnailPollDeps {
  exists(address: string): Promise<boolean>;
  confirm(id: string, isThere: boolean): Promise<void>;
}

/** Milliseconds between two looks (file-manager §9). */
const IMAGE_MS = 2_000;
const VIDEO_MS = 30_000;
/** Looks after the first one. */
const RETRIES = 3;

export class ThumbnailPolls {
  /** One by one: a screen full of them is no flood of commands. */
  #noting: Promise<void> = Promise.resolve();

  constructor(private readonly deps: ThumbnailPollDeps) {}

  /** @returns ends it */
  watch(element: Unconfirmed): () => void {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async (retriesLeft: number): Promise<void> => {
      const isThere = element.address !== null && (await this.#exists(element.address));
      if (isOver) return;
      if (isThere || retriesLeft === 0) this.#note(element.id, isThere, () => isOver);
      else wait(retriesLeft - 1);
    };
    const wait = (retriesLeft: number): void => {
      timer = setTimeout(() => void look(retriesLeft), element.isVideo ? VIDEO_MS : IMAGE_MS);
    };
    wait(RETRIES - 1);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  #exists(address: string): Promise<boolean> {
    return this.deps.exists(address).catch(() => false);
  }

  #note(id: string, isThere: boolean, isOver: () => boolean): void {
    this.#noting = this.#noting.then(async () => {
      if (!isOver()) await this.deps.confirm(id, isThere);
    });
  }
}

const seen = new VisibleElements({
  tell: async (arr) => {
    try {
      const { docs } = await callApi('prioritizeJobs', { body: { arr } });
      store.dispatch(jobsFound(docs));
    } catch (failure) {
      logError('The awaited pictures could not be sent to the server', failure);
    }
  },
});

const polls = new ThumbnailPolls({
  exists: async (url) => (await callApi('fileExists', { body: { url } }, { tries: 1 })).file,
  confirm: async (_id, confirm) => {
    try {
      await callApi('confirmThumbnail', { body: { _id, confirm }, idempotencyKey: newKey() }, { tries: 1 });
    } catch (failure) {
      logError('The state of a picture could not be stored', failure);
    }
  },
});

interface AwaitedPictureProps {
  element: ElementView;
  isWorkedOn: boolean;
}

/** Puts the work on its element before the user's other; where none is known, looks for its picture. */
export const AwaitedPicture = ({ element, isWorkedOn }: AwaitedPictureProps) => {
  const { _id: id, thumbnailImage: address } = element;
  const isVideo = kindOf(element) === 'video';
  const isUnknown = !isWorkedOn && (isVideo || kindOf(element) === 'image');
  useEffect(() => seen.add(id), [id]);
  useEffect(
    () => (isUnknown ? polls.watch({ id, address, isVideo }) : undefined),
    [isUnknown, id, address, isVideo],
  );
  return null;
};
