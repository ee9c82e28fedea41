import type { EventMessage } from '@skyshelf/contracts';

interface Task {
  work(): Promise<void>;
  settle(error?: unknown): void;
  /** null for the lane's own work. */
  at: number | null;
}

/** One drive's queue at one consumer: first in, first out. */
export class Lane {
  private readonly tasks: Task[] = [];
  private running = false;

  constructor(private readonly onIdle: () => void) {}

  get waiting(): number {
    return this.tasks.length;
  }

  /** Milliseconds since the epoch; null when no event waits. */
  get oldest(): number | null {
    return this.tasks.reduce<number | null>(
      (least, { at }) => (at !== null && (least === null || at < least) ? at : least),
      null,
    );
  }

  /** Resolves when the work is done; throws what it threw. */
  push(work: () => Promise<void>, event?: EventMessage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
    this.tasks.push({ work, settle, at: event ? Date.parse(event.at) : null });
    if (!this.running) void this.drain();
    return promise;
  }

  private async drain(): Promise<void> {
    this.running = true;
    for (let task = this.tasks[0]; task; task = this.tasks[0]) {
      const failure = await task.work().then(
        () => undefined,
        (error: unknown) => error ?? new Error('Failed without a reason'),
      );
      this.tasks.shift();
      task.settle(failure);
    }
    this.running = false;
    this.onIdle();
  }
}
