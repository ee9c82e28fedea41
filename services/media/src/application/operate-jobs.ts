import type { JobsReport, Problem } from '@skyshelf/contracts';
import type { JobQueue } from '../infrastructure/job-queue.js';
import type { JobRunner } from './job-runner.js';

/** What an operator sees of the work and can do about it. */
export class OperateJobs {
  constructor(
    readonly report: (failures: number) => Promise<JobsReport>,
    readonly stuck: () => Promise<Problem[]>,
    private readonly putBack: (ids: readonly string[]) => Promise<void>,
    private readonly queue: Pick<JobQueue, 'tryAgain'>,
    private readonly runner: Pick<JobRunner, 'wake'>,
  ) {}

  /** @returns false when no such job was given up */
  async tryAgain(id: string): Promise<boolean> {
    const found = await this.queue.tryAgain(id);
    if (found) this.runner.wake();
    return found;
  }

  /** Lets stuck jobs take their turn again. */
  async mend(ids: readonly string[]): Promise<void> {
    await this.putBack(ids);
    this.runner.wake();
  }
}
