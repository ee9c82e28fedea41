/** Sixteen in a transaction bring a drive from 384 to 4,400 commands a second. */
export const MAX_BATCH = 16;

/** A `background` one runs alone, and others may overtake it. */
export interface Waiting {
  background: boolean;
}

/**
 * First in, first out. Background work has a line of its own and the two take turns, so a chunk waits for one
 * batch at most and commands pass between chunks.
 */
export class DriveQueue<T extends Waiting> {
  private readonly front: T[] = [];
  private readonly background: T[] = [];
  private backgroundIsNext = false;

  get length(): number {
    return this.front.length + this.background.length;
  }

  add(item: T): void {
    (item.background ? this.background : this.front).push(item);
  }

  /** Those that go next together. */
  take(): T[] {
    const takeBackground = this.background.length > 0 && (this.backgroundIsNext || this.front.length === 0);
    this.backgroundIsNext = !takeBackground;
    return takeBackground ? this.background.splice(0, 1) : this.front.splice(0, MAX_BATCH);
  }
}
