import type { Answer } from '@skyshelf/contracts/browser';

export type PulledChanges = Answer<'changes'>;

export interface LiveDeps {
  pull(since: number): Promise<PulledChanges>;
  apply(changes: PulledChanges): void;
  /** Lists again whatever is held; answers the least version of it, null when nothing is held. */
  resync(): Promise<number | null>;
  /** A pull failed for good (all its tries); the next ring tries again. */
  failed(failure: unknown): void;
}

/**
 * Keeps the browser's listings at the drive's version: a ring says how far the drive is, a pull brings what is missing.
 * One pull at a time and none without need; no pause in between, since a thumbnail waits at the other end.
 */
export class LiveChanges {
  /** Version that every held listing has reached; null until the first listing came. */
  #cursor: number | null = null;
  #wanted = 0;
  #pulling = false;
  /** What is held can't be brought up to date by changes. */
  #lost = false;

  constructor(private readonly deps: LiveDeps) {}

  /** Where the doorbell should begin to ring; null until a listing came. */
  get cursor(): number | null {
    return this.#cursor;
  }

  /** A listing arrived that shows this version. One that was overtaken on its way is brought up to date. */
  listed(version: number): void {
    if (version < 0) return;
    if (this.#cursor === null) this.#cursor = version;
    else if (version < this.#cursor) {
      this.#wanted = Math.max(this.#wanted, this.#cursor);
      this.#cursor = version;
    }
    void this.#catchUp();
  }

  /** The drive is at this version. */
  rang(version: number): void {
    this.#wanted = Math.max(this.#wanted, version);
    void this.#catchUp();
  }

  /** Rings may have been missed: look once, whatever is known. */
  mayBeBehind(): void {
    if (this.#cursor !== null) this.rang(this.#cursor + 1);
  }

  /** The server can't say what changed since our version: too far behind, or restored to an older state. */
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
    // A listing may have set the cursor back in that time; then its gap is pulled next.
    if (this.#cursor === since) this.#cursor = changes.version;
    // Nothing newer is there: a ring that only asked to look is answered.
    if (changes.version === since && this.#wanted === wanted) this.#wanted = since;
  }
}
