import type { DerivativeKind } from '@skyshelf/contracts';
import type { WorkerPool } from './worker-pool.js';

/** All workers of this process: a pool for each kind that it takes, so that none waits for another kind. */
export class Workers {
  constructor(private readonly pools: readonly WorkerPool[]) {}

  start(): void {
    for (const pool of this.pools) pool.start();
  }

  /** There may be a job, of one of these kinds where they are known. */
  wake(kinds?: ReadonlySet<DerivativeKind>): void {
    for (const pool of this.pools) if (!kinds || kinds.has(pool.kind)) pool.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.stop()));
  }
}
