import type { Answer } from '@skyshelf/contracts/browser';

export type PulledChanges = Answer<'changes'>;

export interface LiveDeps {
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
