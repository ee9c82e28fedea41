import { declareCounter, type Metrics } from '@skyshelf/telemetry';
import { DomainError } from '@skyshelf/contracts';
import type { Swept } from '../application/sweep/swept-records.js';
import type { DiskSpace } from '../application/ports.js';

const receivedBytes = declareCounter({
  name: 'skyshelf_storage_received_bytes_total',
  help: 'Bytes of finished uploads.',
});
const sweptThings = declareCounter({
  name: 'skyshelf_storage_swept_total',
  help: 'What the sweeper removed or, for `hashed`, read again.',
  labels: { what: 'kind of thing, e.g. `unused`' },
});

export interface StorageMetrics {
  received(bytes: number): void;
  swept(swept: Swept): void;
}

export function createStorageMetrics(metrics: Metrics): StorageMetrics {
  const received = metrics.counter(receivedBytes);
  const swept = metrics.counter(sweptThings);
  return {
    received: (bytes) => received.add({}, bytes),
    swept: (counts) => {
      for (const [what, count] of Object.entries(counts) as [string, number][]) swept.add({ what }, count);
    },
  };
}

/** A few hundred megabytes can be written in that time. */
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
