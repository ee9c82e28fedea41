import { limits } from '@skyshelf/contracts/browser';

export interface SeenDeps {
  tell(ids: string[]): Promise<void>;
}

/** Milliseconds: most pictures are there sooner. */
const TELL_AFTER_MS = 1000;

export class SeenElements {
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
