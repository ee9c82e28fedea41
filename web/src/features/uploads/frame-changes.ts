/** Before the next frame; answers how to cancel. */
export type NextFrame = (task: () => void) => void;

/** Once a frame: progress comes thousands of times a second. */
export class FrameChanges {
  readonly #changed = new Set<number>();
  readonly #all = new Set<() => void>();
  readonly #ofOne = new Map<number, Set<() => void>>();
  #asked = false;

  constructor(private readonly nextFrame: NextFrame) {}

  readonly note = (id: number): void => {
    this.#changed.add(id);
    if (this.#asked) return;
    this.#asked = true;
    this.nextFrame(this.#pass);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  subscribeTo(id: number, listener: () => void): () => void {
    const listeners = this.#ofOne.get(id) ?? new Set();
    this.#ofOne.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ofOne.get(id) === listeners) this.#ofOne.delete(id);
    };
  }

  readonly #pass = (): void => {
    this.#asked = false;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const id of changed) for (const listener of this.#ofOne.get(id) ?? []) listener();
    for (const listener of this.#all) listener();
  };
}
