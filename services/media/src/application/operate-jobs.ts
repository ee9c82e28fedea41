import type { JobsReport, Problem } from '@skyshelf/contracts';
import type { Workers } from './workers.js';

/** The jobs, as an operator sees them. */
export interface JobOverview {
  report(failures: number): Promise<JobsReport>;
  stuck(): Promise<Problem[]>;
  /** Lets stuck jobs take their turn again. */
  repair(ids: readonly string[]): Promise<void>;
  /** False: no such job was given up. */
  tryAgain(id: string): Promise<boolean>;
}

/** What an operator sees of the work and can do about it. */
export class OperateJobs implements JobOverview {
  constructor(
    private readonly overview: JobOverview,
    private readonly workers: Pick<Workers, 'wake'>,
  ) {}

  report(failures: number): Promise<JobsReport> {
    return this.overview.report(failures);
  }

  stuck(): Promise<Problem[]> {
    return this.overview.stuck();
  }

  async tryAgain(id: string): Promise<boolean> {
    const found = await this.overview.tryAgain(id);
    if (found) this.workers.wake();
    return found;
  }

  async repair(ids: readonly string[]): Promise<void> {
    await this.overview.repair(ids);
    this.workers.wake();
  }
}
