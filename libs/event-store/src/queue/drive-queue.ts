/** Commands that share a transaction at most. Architecture §3: 16 in one bring a drive from 384 to 4,400 commands a second. */
export const MAX_BATCH = 16;

/** Something that waits for its turn at a drive. A `background` one runs alone, and others may go ahead of it. */
export interface Waiting {
  background: boolean;
}

/**
 * The line in front of one drive: first in, first out. Background work (chunks of long processes) stands in a line of its own, and the two take turns,
 * so that between two chunks those who wait get through, and a chunk is never kept waiting for longer than one batch.
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

  /** Those that go next together; none when the queue is empty. */
  take(): T[] {
    const takeBackground = this.background.length > 0 && (this.backgroundIsNext || this.front.length === 0);
    this.backgroundIsNext = !takeBackground;
    return takeBackground ? this.background.splice(0, 1) : this.front.splice(0, MAX_BATCH);
  }
}
