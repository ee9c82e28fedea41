import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '@skyshelf/contracts';

/** Sixteen in a transaction bring a drive from 384 to 4,400 commands a second. */
export const MAX_BATCH = 16;

/** Runs alone; others may overtake it. */
export interface Waiting {
  background: boolean;
}

/**
 * Takes commands first in, first out. Background work has a queue of its own and takes turns, so commands pass between
 * chunks.
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

  take(): T[] {
    const takeBackground = this.background.length > 0 && (this.backgroundIsNext || this.front.length === 0);
    this.backgroundIsNext = !takeBackground;
    return takeBackground ? this.background.splice(0, 1) : this.front.splice(0, MAX_BATCH);
  }
}

/** A drive's batches run one after the other. */
export class DriveQueues<T extends Waiting> {
  private readonly queues = new Map<string, DriveQueue<T>>();
  private readonly running = new Set<Promise<void>>();
  private closed = false;

  /** @param run must not throw */
  constructor(
    private readonly limit: number,
    private readonly run: (drive: string, items: T[]) => Promise<void>,
  ) {}

  get waiting(): number {
    return [...this.queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  waitingFor(drive: string): number {
    return this.queues.get(drive)?.length ?? 0;
  }

  /** @throws DomainError `drive.busy`, `starting` after `close` */
  add(drive: string, item: T): void {
    if (this.closed) throw new DomainError('starting');
    const queue = this.queues.get(drive);
    if (queue && queue.length >= this.limit) throw new DomainError('drive.busy');
    if (queue) return queue.add(item);
    this.start(drive, item);
  }

  async close(): Promise<void> {
    this.closed = true;
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private start(drive: string, first: T): void {
    const queue = new DriveQueue<T>();
    queue.add(first);
    this.queues.set(drive, queue);
    const work = this.drain(drive, queue).finally(() => this.running.delete(work));
    this.running.add(work);
  }

  private async drain(drive: string, queue: DriveQueue<T>): Promise<void> {
    do {
      // So that a caller answered just now can still join.
      await turn();
      const items = queue.take();
      if (items.length > 0) await this.run(drive, items);
      else this.queues.delete(drive);
    } while (this.queues.get(drive) === queue);
  }
}
