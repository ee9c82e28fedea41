import { detachedContextOf, inContext, type Logger } from '@skyshelf/telemetry';
import type { Job, JobKind } from '../domain/job.js';
import type { JobQueue } from '../infrastructure/job-queue.js';
import { traceJob } from './job-span.js';
import type { Outcome } from './work-on-job.js';

export interface JobRunnerOptions {
  kinds: readonly JobKind[];
  parallel: number;
  leaseMs: number;
  /** How often it looks without having been woken, milliseconds: for jobs that come from other processes, pauses that are over, silent workers. */
  pollMs: number;
  /** Called after each try, with the milliseconds it took. */
  onTried?(job: Job, outcome: Outcome, ms: number): void;
}

/** Keeps the workers of this process busy: woken when there is a job, else asleep. */
export class JobRunner {
  /** Each try under way, and whose it is. */
  private readonly running = new Map<Promise<void>, string>();
  private timer: NodeJS.Timeout | null = null;
  private stopped = true;
  /** Somebody called while all looked or worked: look once more. */
  private again = false;
  private looking = false;
  /** An answer of the database was lost: there may be jobs under our name that nobody works on. */
  private unsure = false;

  constructor(
    private readonly queue: Pick<JobQueue, 'claim' | 'letGoOfAllBut'>,
    private readonly work: (job: Job) => Promise<Outcome>,
    private readonly logger: Logger,
    private readonly options: JobRunnerOptions,
  ) {}

  start(): void {
    if (!this.stopped || this.options.kinds.length === 0) return;
    this.stopped = false;
    this.timer = setInterval(() => this.wake(), this.options.pollMs);
    this.timer.unref();
    this.wake();
  }

  /** There may be a job. */
  wake(): void {
    if (this.stopped) return;
    if (this.looking) this.again = true;
    // Whoever woke it has nothing to do with the jobs that it finds.
    else void inContext(detachedContextOf(null), () => this.look());
  }

  /** Takes no new jobs and finishes those begun. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await Promise.all(this.running.keys());
  }

  /** Claims one job after the other while there are free workers. */
  private async look(): Promise<void> {
    this.looking = true;
    try {
      const unsure = this.unsure;
      this.unsure = false;
      if (unsure) await this.queue.letGoOfAllBut([...this.running.values()]);
      do {
        this.again = false;
        while (!this.stopped && this.running.size < this.options.parallel) {
          const job = await this.queue.claim(this.options.kinds, this.options.leaseMs);
          if (!job) break;
          this.begin(job);
        }
      } while (this.again && !this.stopped && this.running.size < this.options.parallel);
    } catch (error) {
      this.unsure = true;
      this.logger.warn({ err: error }, 'no job could be claimed; it is tried again');
    } finally {
      this.looking = false;
    }
  }

  private begin(job: Job): void {
    const begun = performance.now();
    const run = traceJob(job, this.work)
      .then((outcome) => this.options.onTried?.(job, outcome, performance.now() - begun))
      .catch((error: unknown) => {
        this.unsure = true;
        this.logger.error({ jobId: job._id, err: error }, 'the end of a job could not be recorded');
      })
      .finally(() => {
        this.running.delete(run);
        this.wake();
      });
    this.running.set(run, job._id);
  }
}
