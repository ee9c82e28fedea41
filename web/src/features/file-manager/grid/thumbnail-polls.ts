/** An element whose picture no one has confirmed yet. */
export interface Unconfirmed {
  id: string;
  /** Where its picture is; null while no one has said so. */
  address: string | null;
  isVideo: boolean;
}

export interface ThumbnailPollDeps {
  /** Whether a file is at an address. */
  exists(address: string): Promise<boolean>;
  /** Notes whether its picture is there. */
  confirm(id: string, isThere: boolean): Promise<void>;
}

/** How long between two looks, milliseconds (file-manager §9). */
const IMAGE_MS = 2_000;
const VIDEO_MS = 30_000;
/** Looks after the first one. */
const RETRIES = 3;

/**
 * Looks for pictures that no one has announced: each a few times, then what was found is noted, so that no one looks
 * again. Whatever is heard of the element ends it earlier.
 */
export class ThumbnailPolls {
  /** One after the other: a screen full of them is no flood of commands. */
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

  /** No answer is no picture. */
  #exists(address: string): Promise<boolean> {
    return this.deps.exists(address).catch(() => false);
  }

  #note(id: string, isThere: boolean, isOver: () => boolean): void {
    this.#noting = this.#noting.then(async () => {
      if (!isOver()) await this.deps.confirm(id, isThere);
    });
  }
}
