import type { JobKind } from '../kind.js';
import type { JobQueue } from '../queue.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

export type JobRunnerOptions<Tx> = WorkerPoolOptions & {
  queue: Pick<JobQueue<Tx>, 'enter' | 'takeBack'> & ConstructorParameters<typeof WorkerPool<Tx>>[0];
  kinds: readonly JobKind<Tx>[];
};

/** All workers of a process: a pool for each kind that it takes, so that none waits for another kind. */
export class JobRunner<Tx> {
  private readonly pools: readonly WorkerPool<Tx>[];
  private timer: NodeJS.Timeout | undefined;
  private polling = false;

  constructor(private readonly options: JobRunnerOptions<Tx>) {
    const { queue, kinds } = options;
    this.pools = kinds.map((kind) => new WorkerPool(queue, kind, options));
  }

  /** Takes up what this process had in hand when it was killed, and begins. */
  async start(): Promise<void> {
    const { queue, kinds } = this.options;
    await queue.takeBack();
    const repeating = kinds.flatMap(({ kind, every: delayMs }) =>
      delayMs === undefined ? [] : [{ key: kind, kind, drive: null, payload: {}, delayMs }],
    );
    if (repeating.length > 0) await queue.enter(repeating);
    for (const pool of this.pools) pool.start();
    this.timer ??= setInterval(() => void this.poll(), this.options.pollMs).unref();
  }

  /** There may be a job, of one of these kinds where they are known. */
  wake(kinds?: ReadonlySet<string>): void {
    for (const pool of this.pools) if (!kinds || kinds.has(pool.name)) pool.wake();
  }

  /** Takes no new jobs and finishes those begun; what is not finished in time is broken off and given back without counting as a try. */
  async stop(graceMs?: number): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await Promise.all(this.pools.map((pool) => pool.stop(graceMs)));
  }

  /** One question for all kinds: most of the time nothing is due. */
  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    const { queue, kinds } = this.options;
    // A queue that can't be asked is the pools' to report.
    const isDue = await queue.hasDue(kinds.map(({ kind }) => kind)).catch(() => true);
    this.polling = false;
    if (this.timer) for (const pool of this.pools) pool.tick(isDue);
  }
}
