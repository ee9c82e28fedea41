import { DomainError } from '@skyshelf/contracts';
import type { DiskSpace } from '../application/ports.js';

/** In that time a few hundred megabytes can be written. */
const FRESH_MS = 1000;

export class WatchedDisks implements DiskSpace {
  private asked = -Infinity;
  private answer: Promise<boolean> = Promise.resolve(true);

  constructor(
    private readonly freeBytes: readonly (() => Promise<number>)[],
    private readonly minFree: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async require(): Promise<void> {
    if (this.freeBytes.length === 0) return;
    if (this.now() - this.asked >= FRESH_MS) {
      this.asked = this.now();
      this.answer = this.hasRoom();
    }
    if (!(await this.answer)) throw new DomainError('disk.full');
  }

  private async hasRoom(): Promise<boolean> {
    const free = await Promise.all(this.freeBytes.map((each) => each()));
    return free.every((bytes) => bytes >= this.minFree);
  }
}
