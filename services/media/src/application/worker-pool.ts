import { detachedContextOf, inContext, type Logger } from '@skyshelf/telemetry';
import type { Job, Lane } from '../domain/job.js';
import type { Effort } from './effort.js';
import { Interruption } from './interruption.js';
import { traceJob } from './job-span.js';
import { keepLease } from './keep-lease.js';
import type { Kind } from './kind.js';
import type { JobQueue } from './ports.js';
import type { Outcome, WorkOnJob } from './work-on-job.js';

export interface WorkerPoolOptions {
  kind: Pick<Kind, 'kind' | 'parallel' | 'quickMs' | 'after'>;
  leaseMs: number;
  /** How often it looks without having been woken, milliseconds: for jobs that come from other processes, pauses that are over, silent workers. */
  pollMs: number;
  /** How long those begun may go on when it stops, milliseconds. */
  graceMs: number;
  /** Called after each try, with the milliseconds it took. */
  onTried?(job: Job, outcome: Outcome, ms: number): void;
}

/** How long a pool that stops waits for the database to take its jobs back, milliseconds. */
const GIVING_BACK_MS = 4000;

/** A kind that comes after another begins a job all the same when it has waited so long, milliseconds: a hostile file of the other must not hold it up for ever. */
const HELD_BACK_MS = 5000;

/** A try under way. */
interface Try {
  job: Job;
  /** Which workers it keeps busy: one that takes long may change over. */
  lane: Lane;
  /** What its tool has taken; null while its source is fetched and its tool starts. */
  effort: Effort | null;
  stop: AbortController;
  ended: Promise<void>;
}

type Queue = Pick<JobQueue, 'claim' | 'renew' | 'othersWait' | 'isBusy' | 'letGoOfAllBut'>;

/**
 * Keeps this process's workers of one kind busy: woken when there is a job, else asleep. Half as many workers again are for what takes long: a try that is
 * slow goes over to them when another drive's job would wait for it; when they are busy too, it is broken off and has its next try there.
 */
export class WorkerPool {
  private readonly tries = new Set<Try>();
  private readonly workers: Record<Lane, number>;
  private timer: NodeJS.Timeout | null = null;
  private stopped = true;
  /** There was a call while all looked or worked: look once more. */
  private again = false;
  private looking = false;
  private looked = Promise.resolve();
  /** An answer of the database was lost: there may be jobs under our name that no one works on. */
  private unsure = false;
  /** Since when the kind that goes first has had work. */
  private heldBackSince: number | null = null;

  constructor(
    private readonly queue: Queue,
    private readonly work: WorkOnJob,
    private readonly logger: Logger,
    private readonly options: WorkerPoolOptions,
  ) {
    const { parallel, quickMs } = options.kind;
    this.workers = { quick: parallel, slow: quickMs === undefined ? 0 : Math.ceil(parallel / 2) };
  }

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.timer = setInterval(() => this.wake(), this.options.pollMs);
    this.timer.unref();
    this.wake();
  }

  /** There may be a job. */
  wake(): void {
    if (this.stopped) return;
    if (this.looking) this.again = true;
    // Who woke it has nothing to do with the jobs that it finds.
    else this.looked = inContext(detachedContextOf(null), () => this.look());
  }

  /** Takes no new jobs and finishes those begun; what is not finished in time is broken off and given back. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    // A job whose claim is on its way begins all the same.
    const ended = this.looked.then(() => Promise.all([...this.tries].map((each) => each.ended)));
    if (await within(ended, this.options.graceMs)) return;
    for (const { stop } of this.tries) stop.abort(new Interruption('stopping'));
    // Without a database nothing can be given back: then the leases run out.
    await within(ended, GIVING_BACK_MS);
  }

  private async look(): Promise<void> {
    this.looking = true;
    try {
      await this.letGoOfTheUnknown();
      do {
        this.again = false;
        if (await this.mustWait()) continue;
        await this.fill('quick');
        await this.fill('slow');
      } while (this.again && !this.stopped);
    } catch (error) {
      this.unsure = true;
      this.logger.warn({ err: error }, 'no job could be claimed; it is tried again');
    } finally {
      this.looking = false;
    }
  }

  /** Whether the kind that goes first has work. */
  private async mustWait(): Promise<boolean> {
    const { after } = this.options.kind;
    if (!after || !(await this.queue.isBusy(after))) {
      this.heldBackSince = null;
      return false;
    }
    this.heldBackSince ??= performance.now();
    if (performance.now() - this.heldBackSince < HELD_BACK_MS) return true;
    this.heldBackSince = null;
    return false;
  }

  private async letGoOfTheUnknown(): Promise<void> {
    if (!this.unsure) return;
    this.unsure = false;
    const known = [...this.tries].map(({ job }) => job._id);
    await this.queue.letGoOfAllBut(this.options.kind.kind, known);
  }

  /** Claims one job after the other while there are free workers. */
  private async fill(lane: Lane): Promise<void> {
    const { kind, leaseMs } = this.options;
    while (!this.stopped && (this.isFree(lane) || (lane === 'quick' && (await this.makeRoom())))) {
      const job = await this.queue.claim(kind.kind, lane, leaseMs);
      if (!job) return;
      this.begin(job, lane);
    }
  }

  private isFree(lane: Lane): boolean {
    return [...this.tries].filter((each) => each.lane === lane).length < this.workers[lane];
  }

  /** Lets the slowest try step aside when a job of another drive waits for it. */
  private async makeRoom(): Promise<boolean> {
    const { kind } = this.options;
    const longest = [...this.tries]
      .filter(({ lane, stop }) => lane === 'quick' && !stop.signal.aborted)
      .sort((a, b) => effortOf(b) - effortOf(a))[0];
    if (!longest || effortOf(longest) < (kind.quickMs ?? Infinity)) return false;
    if (!(await this.queue.othersWait(kind.kind, longest.job.drive))) return false;
    // It may have ended by now.
    if (!this.tries.has(longest)) return true;
    if (!this.isFree('slow')) {
      longest.stop.abort(new Interruption('stepped aside'));
      await longest.ended;
    }
    longest.lane = 'slow';
    return true;
  }

  private begin(job: Job, lane: Lane): void {
    const stop = new AbortController();
    const begun: Try = { job, lane, effort: null, stop, ended: Promise.resolve() };
    this.tries.add(begun);
    begun.ended = this.run(begun).finally(() => {
      this.tries.delete(begun);
      this.wake();
    });
  }

  private async run(begun: Try): Promise<void> {
    const { job, stop } = begun;
    const { leaseMs, kind, onTried } = this.options;
    const letGo = keepLease(this.queue, job, leaseMs, (why) => stop.abort(why), this.logger);
    const since = performance.now();
    let slow: NodeJS.Timeout | undefined;
    const { quickMs } = kind;
    const onMaking = (effort: Effort) => {
      begun.effort = effort;
      if (quickMs === undefined) return;
      // By then it may have to step aside.
      const lookLater = () => {
        slow = setTimeout(
          () => (effort() < quickMs ? lookLater() : this.wake()),
          aLittleMore(quickMs - effort()),
        );
      };
      lookLater();
    };
    try {
      const outcome = await traceJob(job, (traced) => this.work(traced, { signal: stop.signal, onMaking }));
      onTried?.(job, outcome, performance.now() - since);
    } catch (error) {
      this.unsure = true;
      this.logger.error({ jobId: job._id, err: error }, 'the end of a job could not be recorded');
    } finally {
      letGo();
      clearTimeout(slow);
    }
  }
}

const effortOf = ({ effort }: Try): number => effort?.() ?? -1;

/** Not so often that looking costs anything, milliseconds. */
const aLittleMore = (ms: number): number => Math.max(ms, 20) + 1;

/** Whether it ends in time. */
async function within(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  const inTime = await Promise.race([ended.then(() => true as const), promise]);
  clearTimeout(timer);
  return inTime;
}
