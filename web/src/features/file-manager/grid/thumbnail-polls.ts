export interface Unconfirmed {
  id: string;
  address: string | null;
  isVideo: boolean;
}

export interface ThumbnailPollDeps {
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
