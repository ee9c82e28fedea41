import type { JobKind } from '../kind.js';
import type { JobQueue } from '../queue.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

export type JobRunnerOptions<Tx> = WorkerPoolOptions & {
  queue: Pick<JobQueue<Tx>, 'enqueue' | 'releaseOwn' | 'reopenDue'> &
    ConstructorParameters<typeof WorkerPool<Tx>>[0];
  kinds: readonly JobKind<Tx>[];
};

/** Jobs that were given up for later wait for hours. */
const POLLS_PER_REOPENING = 60;

/** A pool for each kind, so that none waits for another. */
export class JobRunner<Tx> {
  private readonly pools: readonly WorkerPool<Tx>[];
  private timer: NodeJS.Timeout | undefined;
  private polling = false;
  private polls = 0;

  constructor(private readonly options: JobRunnerOptions<Tx>) {
    const { queue, kinds } = options;
    this.pools = kinds.map((kind) => new WorkerPool(queue, kind, options));
  }

  /** Recovers this process's jobs from before a kill. */
  async start(): Promise<void> {
    const { queue, kinds } = this.options;
    await queue.releaseOwn();
    const repeating = kinds.flatMap(({ kind, every: delayMs }) =>
      delayMs === undefined ? [] : [{ key: kind, kind, drive: null, payload: {}, delayMs }],
    );
    if (repeating.length > 0) await queue.enqueue(repeating);
    for (const pool of this.pools) pool.start();
    this.timer ??= setInterval(() => void this.poll(), this.options.pollMs).unref();
  }

  wake(kinds?: ReadonlySet<string>): void {
    for (const pool of this.pools) if (!kinds || kinds.has(pool.name)) pool.wake();
  }

  /** Running jobs may finish; those over time are given back uncounted. */
  async stop(graceMs?: number): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await Promise.all(this.pools.map((pool) => pool.stop(graceMs)));
  }

  /** Asks for all kinds that would claim: mostly nothing is due. */
  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    const asked = this.pools.filter((pool) => pool.wouldClaim()).map(({ name }) => name);
    // The pools report an unreachable queue.
    const due = await this.options.queue.dueKinds(asked).catch(() => asked);
    if (this.polls++ % POLLS_PER_REOPENING === 0) await this.reopenDue();
    this.polling = false;
    if (this.timer)
      for (const pool of this.pools) pool.tick(due.includes(pool.name) || !asked.includes(pool.name));
  }

  private async reopenDue(): Promise<void> {
    const { queue, logger } = this.options;
    await queue
      .reopenDue()
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'jobs that were given up for later could not be opened'),
      );
  }
}
