import { detachedContextOf, inContext, type Logger } from '@skyshelf/telemetry';
import { isAhead, type Job, type Lane } from '../job.js';
import type { Effort, JobContext, JobKind } from '../kind.js';
import type { WorkersJobs } from '../queue.js';
import { ClaimsAhead } from './claims-ahead.js';
import { Interruption, TimeIsUp } from './interruption.js';
import { traceJob } from './job-span.js';
import { keepLease } from './keep-lease.js';
import { reportProgress } from './report-progress.js';
import { effortOf, Tries, type Try } from './tries.js';
import { tryJob, type Tried } from './try-job.js';

export interface WorkerPoolOptions {
  leaseMs: number;
  /** Milliseconds between unprompted looks: for other processes' jobs, ended pauses, silent workers. */
  pollMs: number;
  /** For running jobs at a stop, milliseconds. */
  graceMs: number;
  /** Says nothing about a job: an unreachable database or neighbour. */
  isOutage(error: unknown): boolean;
  /** After each try, with its milliseconds. */
  onTried?(job: Job, outcome: Tried, ms: number): void;
  logger: Logger;
}

/** How long a stop waits for the database to take jobs back, milliseconds. */
const GIVING_BACK_MS = 4000;

/**
 * A kind that comes after another begins anyway after so long, milliseconds: the other's hostile file must
 * not block it for ever.
 */
const HELD_BACK_MS = 5000;

/** Including those whose results are being kept. */
const MOST_IN_HAND = 64;

/**
 * One kind's workers in this process, woken by jobs. Half as many again take slow tries: one moves there when
 * another drive's job waits; if they are busy, it is interrupted and retried there, or, if its kind says so,
 * goes on in addition. While quick jobs queue, further ones are fetched ahead.
 */
export class WorkerPool<Tx> {
  private readonly tries: Tries;
  private stopped = true;
  /** Called while busy: look once more. */
  private again = false;
  private looking = false;
  private looked = Promise.resolve();
  /** An answer was lost: there may be jobs under our name that no one works on. */
  private unsure = false;
  /** Slow jobs are few: looked for from time to time, and right after one. */
  private mayHaveSlow = true;
  private heldBackSince: number | null = null;
  private readonly ahead = new ClaimsAhead();

  constructor(
    private readonly queue: Omit<WorkersJobs<Tx>, 'takeBack'>,
    private readonly kind: JobKind<Tx>,
    private readonly options: WorkerPoolOptions,
  ) {
    const { parallel, quickMs } = kind;
    this.tries = new Tries({ quick: parallel, slow: quickMs === undefined ? 0 : Math.ceil(parallel / 2) });
  }

  get name(): string {
    return this.kind.kind;
  }

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.wake();
  }

  /** Jobs may have come unannounced: `isDue` says whether there are any, of any kind. */
  tick(isDue: boolean): void {
    this.mayHaveSlow = true;
    if (isDue || this.unsure) this.wake();
  }

  wake(): void {
    if (this.stopped) return;
    if (this.looking) this.again = true;
    // The waker has nothing to do with the jobs found.
    else this.looked = inContext(detachedContextOf(null), () => this.look());
  }

  /** Finishes running jobs; those over time are interrupted and given back. */
  async stop(graceMs = this.options.graceMs): Promise<void> {
    this.stopped = true;
    // Fetched ahead: as good as not begun.
    for (const { job, stage, stop } of this.tries)
      if (isAhead(job) && stage === 'coming') stop.abort(new Interruption('stopping'));
    // A job whose claim is on its way begins all the same.
    const ended = this.looked.then(() => Promise.all([...this.tries].map((each) => each.ended)));
    if (await within(ended, graceMs)) return;
    for (const { stop } of this.tries) stop.abort(new Interruption('stopping'));
    // Without a database nothing can be given back: the leases run out.
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
        if (this.mayHaveSlow) await this.fill('slow');
      } while (this.again && !this.stopped);
    } catch (error) {
      this.unsure = true;
      this.options.logger.warn({ err: error }, 'no job could be claimed; it is tried again');
    } finally {
      this.looking = false;
    }
  }

  /** Not ready here, or the kind that goes first has work. */
  private async mustWait(): Promise<boolean> {
    const { after } = this.kind;
    if (this.kind.isReady && !(await this.kind.isReady())) return true;
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
    await this.queue.letGoOfAllBut(this.kind.kind, known);
  }

  private async fill(lane: Lane): Promise<void> {
    while (!this.stopped) {
      const claimed = await this.claim(lane, this.room(lane));
      for (const job of claimed) this.begin(job, lane);
      if (claimed.length > 0) continue;
      if (lane === 'slow' && this.room(lane) > 0) this.mayHaveSlow = false;
      if (lane === 'slow' || !(await this.makeRoom())) return;
    }
  }

  /** A first job begins at once; if there are more, several follow in one claim. */
  private async claim(lane: Lane, room: number): Promise<Job[]> {
    const { kind } = this.kind;
    const { leaseMs } = this.options;
    if (room <= 0) return [];
    const isFirst = this.tries.inHand(lane) === 0;
    if (!isFirst && room > 1 && this.claimsAhead(lane))
      return this.queue.claimAhead(kind, lane, leaseMs, room);
    const job = await this.queue.claim(kind, lane, leaseMs);
    return job ? [job] : [];
  }

  /** For free workers, and ahead of them when half of the last such claim has begun. */
  private room(lane: Lane): number {
    const workers = this.tries.workers[lane];
    const ahead = this.mostAhead(lane);
    if (ahead === 0) return workers - this.tries.inHand(lane);
    const coming = this.tries.inStage(lane, 'coming');
    if (coming > ahead / 2) return 0;
    const wanted = workers + ahead - coming - this.tries.inStage(lane, 'making');
    const most = MOST_IN_HAND - this.tries.count;
    // While results are slow to be kept there would be room for one more at each end, claimed by itself.
    return most < wanted && coming > 0 ? 0 : Math.min(wanted, most);
  }

  /** Also before the first job has shown what jobs take: those that come together stand back from the start. */
  private claimsAhead(lane: Lane): boolean {
    if (lane === 'slow' || this.kind.ahead === undefined) return false;
    return !this.ahead.isKnown || this.mostAhead(lane) > 0;
  }

  private mostAhead(lane: Lane): number {
    const { ahead = 0 } = this.kind;
    return lane === 'quick' ? this.ahead.jobs(this.tries.workers[lane], ahead) : 0;
  }

  /** The slowest try steps aside for another drive's job. */
  private async makeRoom(): Promise<boolean> {
    const { kind } = this;
    if (this.tries.isFree('quick')) return false;
    const longest = this.tries.longest();
    if (!longest || effortOf(longest) < (kind.quickMs ?? Infinity)) return false;
    const { drive } = longest.job;
    const othersCome = [...this.tries].some(({ job, stage }) => stage === 'coming' && job.drive !== drive);
    if (!othersCome && !(await this.queue.othersWait(kind.kind, drive))) return false;
    // It may have ended by now.
    if (longest.stage !== 'making') return true;
    if (!this.tries.isFree('slow') && kind.mostAtOnce !== undefined) {
      if (this.tries.count >= kind.mostAtOnce) return false;
    } else if (!this.tries.isFree('slow')) {
      longest.stop.abort(new Interruption('stepped aside'));
      await longest.ended;
    }
    this.tries.stepAside(longest);
    return true;
  }

  private begin(job: Job, lane: Lane): void {
    const begun = this.tries.add(job, lane);
    begun.ended = this.run(begun).finally(() => {
      this.tries.delete(begun);
      this.wake();
    });
  }

  private made(begun: Try): void {
    this.ahead.took(performance.now() - begun.since);
    this.tries.made(begun);
    this.wake();
  }

  private async run(begun: Try): Promise<void> {
    const { job, stop } = begun;
    const { leaseMs, onTried, logger, isOutage } = this.options;
    const since = performance.now();
    const letGo = [keepLease(this.queue, job, leaseMs, (why) => stop.abort(why), logger), this.limit(begun)];
    const context = this.contextOf(begun, (end) => letGo.push(end));
    try {
      const outcome = await traceJob(job, (traced) =>
        tryJob({ queue: this.queue, kind: this.kind, isOutage, logger }, traced, context),
      );
      this.mayHaveSlow ||= outcome === 'again' || begun.lane === 'slow';
      onTried?.(job, outcome, performance.now() - since);
    } catch (error) {
      this.unsure = true;
      logger.error({ jobId: job._id, err: error }, 'the end of a job could not be recorded');
    } finally {
      for (const end of letGo) end();
    }
  }

  private limit({ stop }: Try): () => void {
    const { timeoutMs } = this.kind;
    if (timeoutMs === undefined) return () => {};
    const timer = setTimeout(() => stop.abort(new TimeIsUp(timeoutMs)), timeoutMs);
    return () => clearTimeout(timer);
  }

  private contextOf(begun: Try, atEnd: (end: () => void) => void): JobContext {
    const { queue, kind } = this;
    const { job, stop } = begun;
    const onLost = () => stop.abort(new Interruption('lease lost'));
    const announce = kind.onProgress?.bind(kind);
    return {
      signal: stop.signal,
      onProgress: reportProgress(job, { queue, announce, onLost, logger: this.options.logger }),
      onMaking: (effort) => {
        begun.effort = effort;
        atEnd(this.lookWhenSlow(effort));
      },
      turn: () => this.tries.turnOf(begun),
      onMade: () => this.made(begun),
      othersFollow: () => this.tries.queueStands(),
    };
  }

  private lookWhenSlow(effort: Effort): () => void {
    const { quickMs } = this.kind;
    if (quickMs === undefined) return () => {};
    let timer: NodeJS.Timeout;
    const lookLater = () => {
      const look = () => (effort() < quickMs ? lookLater() : this.wake());
      timer = setTimeout(look, aLittleMore(quickMs - effort()));
    };
    lookLater();
    return () => clearTimeout(timer);
  }
}

/** Milliseconds; not so often that looking costs anything. */
const aLittleMore = (ms: number): number => Math.max(ms, 20) + 1;

async function within(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  const inTime = await Promise.race([ended.then(() => true as const), promise]);
  clearTimeout(timer);
  return inTime;
}
