import { detachedContextOf, inContext } from '@skyshelf/telemetry';
import { isAhead, type Job, type Lane } from '../job.js';
import type { JobKind } from '../kind.js';
import {
  averageOf,
  claimFor,
  heldBackSince,
  isFree,
  preemption,
  evolve,
  pollsAgain,
  stopped,
  type PollEvent,
  type PollState,
} from './choose.js';
import { Interruption } from './interruption.js';
import { runTry, type RunDeps, type RunOptions } from './run-try.js';
import { effortOf, Tries, type Try } from './tries.js';

export interface WorkerPoolOptions extends RunOptions {
  /** Milliseconds between looks for other processes' jobs, ended pauses, silent workers. */
  pollMs: number;
  /** The milliseconds for running jobs at a stop. */
  graceMs: number;
}

/** Milliseconds that a stop waits for the database to take jobs back. */
const GIVING_BACK_MS = 4000;

/**
 * One kind's workers in this process. Half as many again take slow tries. While quick jobs queue, further
 * ones are fetched ahead.
 */
export class WorkerPool<Tx> {
  private readonly tries: Tries;
  private pollState: PollState = stopped;
  private polled = Promise.resolve();
  private heldBackSince: number | null = null;
  private averageMs: number | null = null;

  constructor(
    private readonly queue: RunDeps<Tx>['queue'],
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
    if (!this.pollState.isStopped) return;
    this.on('started');
    this.wake();
  }

  /** A pool that is held back or full polls at each tick, which costs little. */
  wouldClaim(): boolean {
    const claim = claimFor(this.tries.freeSlots('quick'), this.averageMs, this.kind.ahead);
    return this.heldBackSince === null && claim !== null;
  }

  /** Jobs may have come unannounced: `isDue` says whether there may be any. */
  tick(isDue: boolean): void {
    this.on('slowMayWait');
    if (isDue || this.pollState.isUnsure) this.wake();
  }

  wake(): void {
    const { poll } = this.pollState;
    this.on('woken');
    if (poll !== 'idle' || this.pollState.poll === 'idle') return;
    // The waker's trace has nothing to do with the jobs found.
    this.polled = inContext(detachedContextOf(null), () => this.poll());
  }

  async stop(graceMs = this.options.graceMs): Promise<void> {
    this.on('stopped');
    // Fetched ahead: as good as not begun.
    for (const { job, stage, stop } of this.tries)
      if (isAhead(job) && stage === 'coming') stop.abort(new Interruption('stopping'));
    // A job whose claim is on its way begins all the same.
    const ended = this.polled.then(() => Promise.all([...this.tries].map((each) => each.ended)));
    if (await within(ended, graceMs)) return;
    for (const { stop } of this.tries) stop.abort(new Interruption('stopping'));
    // Without a database the leases run out.
    await within(ended, GIVING_BACK_MS);
  }

  private on(event: PollEvent): void {
    this.pollState = evolve(this.pollState, event);
  }

  private async poll(): Promise<void> {
    try {
      await this.releaseUnknownLeases();
      do {
        this.on('pollBegan');
        if (await this.mustWait()) continue;
        await this.fill('quick');
        if (this.pollState.mayHaveSlow) await this.fill('slow');
      } while (pollsAgain(this.pollState));
    } catch (error) {
      this.on('answerLost');
      this.options.logger.warn({ err: error }, 'no job could be claimed; it is tried again');
    } finally {
      this.on('pollEnded');
    }
  }

  private async mustWait(): Promise<boolean> {
    const { after } = this.kind;
    if (this.kind.isReady && !(await this.kind.isReady())) return true;
    const isOtherBusy = after !== undefined && (await this.queue.isBusy(after));
    this.heldBackSince = heldBackSince(this.heldBackSince, isOtherBusy, performance.now());
    return this.heldBackSince !== null;
  }

  private async releaseUnknownLeases(): Promise<void> {
    if (!this.pollState.isUnsure) return;
    this.on('unknownLetGo');
    const known = [...this.tries].map(({ job }) => job._id);
    await this.queue.releaseExcept(this.kind.kind, known);
  }

  private async fill(lane: Lane): Promise<void> {
    while (!this.pollState.isStopped) {
      const claimed = await this.claim(lane);
      for (const job of claimed) this.begin(job, lane);
      if (claimed.length > 0) continue;
      if (lane === 'slow' || !(await this.makeRoom())) return;
    }
  }

  private async claim(lane: Lane): Promise<Job[]> {
    const { kind, ahead } = this.kind;
    const { leaseMs } = this.options;
    const claim = claimFor(this.tries.freeSlots(lane), this.averageMs, ahead);
    if (!claim) return [];
    if (claim.together) {
      const claimed = await this.queue.claimAhead(kind, lane, leaseMs, claim.most);
      this.tries.claimed(claim.most, claimed.length);
      return claimed;
    }
    const job = await this.queue.claim(kind, lane, leaseMs);
    if (!job && lane === 'slow') this.on('noSlowWaits');
    return job ? [job] : [];
  }

  private async makeRoom(): Promise<boolean> {
    const { kind, quickMs = Infinity, mostAtOnce } = this.kind;
    const longest = isFree(this.tries.freeSlots('quick')) ? undefined : this.tries.longest();
    if (!longest || effortOf(longest) < quickMs) return false;
    const { drive } = longest.job;
    const othersCome = [...this.tries].some(({ job, stage }) => stage === 'coming' && job.drive !== drive);
    if (!othersCome && !(await this.queue.othersWait(kind, drive))) return false;
    // It may have ended by now.
    if (longest.stage !== 'making') return true;
    const action = preemption(this.tries.freeSlots('slow'), mostAtOnce);
    if (action === 'stay') return false;
    if (action === 'interrupt') {
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

  private async run(begun: Try): Promise<void> {
    const { queue, kind, options, tries } = this;
    const onMade = (made: Try) => this.made(made);
    try {
      const outcome = await runTry({ queue, kind, options, tries, onMade, onSlow: () => this.wake() }, begun);
      if (outcome === 'again' || begun.lane === 'slow') this.on('slowMayWait');
    } catch (error) {
      this.on('answerLost');
      options.logger.error({ jobId: begun.job._id, err: error }, 'the end of a job could not be recorded');
    }
  }

  private made(begun: Try): void {
    this.averageMs = averageOf(this.averageMs, performance.now() - begun.since);
    this.tries.made(begun);
    this.wake();
  }
}

async function within(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  const inTime = await Promise.race([ended.then(() => true as const), promise]);
  clearTimeout(timer);
  return inTime;
}
