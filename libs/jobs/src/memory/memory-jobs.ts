import type { DriveId } from '@skyshelf/contracts';
import { writeEffects, type Ending, type GivenBack, type LeasedJob, type JobQueue } from '../queue.js';
import {
  AHEAD,
  freshJob,
  isAhead,
  KILLED_AGAIN_PAUSE_MS,
  type Job,
  type JobRequest,
  type Lane,
} from '../job.js';
import { swapTurns } from '../fair-order.js';

export type MemoryTransaction = Pick<(() => void)[], 'push'>;

export interface MemoryJobs extends JobQueue<MemoryTransaction> {
  transact(work: (tx: MemoryTransaction) => Promise<void>): Promise<void>;
}

export interface MemoryJobsOptions {
  clock: { now(): Date };
  worker: string;
  jobs?: Map<string, Job>;
}

/** Tests of use cases use it. */
export function createMemoryJobs({ clock, worker, jobs = new Map() }: MemoryJobsOptions): MemoryJobs {
  return new JobsInMemory(clock, worker, jobs);
}

const DAY_MS = 24 * 3600_000;

class JobsInMemory implements MemoryJobs {
  constructor(
    private readonly clock: { now(): Date },
    private readonly worker: string,
    private readonly jobs: Map<string, Job>,
  ) {}

  async transact(work: (tx: MemoryTransaction) => Promise<void>): Promise<void> {
    const atCommit: (() => void)[] = [];
    await work(atCommit);
    for (const each of atCommit) each();
  }

  async add(tx: MemoryTransaction, requests: readonly JobRequest[]): Promise<void> {
    tx.push(() => {
      for (const request of structuredClone(requests)) {
        if (this.jobs.has(request.key)) continue;
        const turn = this.endOfQueue(request.kind, request.drive);
        this.jobs.set(request.key, freshJob(request, turn, this.clock.now()));
      }
    });
  }

  enqueue = (requests: readonly JobRequest[]): Promise<void> => this.transact((tx) => this.add(tx, requests));

  async find(id: string): Promise<Job | null> {
    return structuredClone(this.jobs.get(id) ?? null);
  }

  async retry(id: string, states: readonly Job['state'][]): Promise<boolean> {
    const job = this.jobs.get(id);
    if (!job || !states.includes(job.state)) return false;
    delete job.givenUp;
    this.open(job);
    return true;
  }

  async reopenDue(): Promise<void> {
    const now = this.clock.now();
    for (const job of this.all(
      ({ state, later }) => state === 'failed' && later !== undefined && later <= now,
    ))
      this.open(job);
  }

  private open(job: Job): void {
    delete job.later;
    const turn = this.endOfQueue(job.kind, job.drive);
    const fresh = { state: 'waiting', open: true, lane: 'quick', turn, due: this.clock.now() } as const;
    Object.assign(job, { ...fresh, tries: 0, worker: null, ended: null, reason: null });
  }

  async cancel(id: string): Promise<boolean> {
    const job = this.jobs.get(id);
    if (!job || !(job.open || job.state === 'failed')) return false;
    Object.assign(job, { state: 'dropped', open: false, ended: this.clock.now(), token: job.token + 1 });
    return true;
  }

  async ofDrive(drive: DriveId, most: number) {
    const inState = (state: Job['state']) => this.all((job) => job.drive === drive && job.state === state);
    const since = this.clock.now().getTime() - 30 * DAY_MS;
    const failed = inState('failed').filter(({ ended }) => (ended?.getTime() ?? 0) >= since);
    const running = inState('running');
    const waiting = inState('waiting');
    return structuredClone({
      running: running.slice(0, most),
      waiting: waiting.slice(0, most),
      failed: failed.toSorted((a, b) => Number(b.ended) - Number(a.ended)).slice(0, most),
      open: running.length + waiting.length,
    });
  }

  async openOf(drive: DriveId, groups: readonly string[]): Promise<Job[]> {
    return structuredClone(this.all((job) => job.open && job.drive === drive && isOneOf(job, groups)));
  }

  async givenUpOf(drive: DriveId, groups: readonly string[]): Promise<Job[]> {
    const failed = ({ state, drive: whose }: Job) => state === 'failed' && whose === drive;
    return structuredClone(this.all((job) => failed(job) && isOneOf(job, groups)));
  }

  async prioritize(drive: DriveId, groups: readonly string[]): Promise<void> {
    const waiting = this.all(({ state, drive: whose }) => state === 'waiting' && whose === drive);
    for (const [, queue] of Map.groupBy(waiting, ({ kind, lane }) => `${kind} ${lane}`)) {
      const wanted = queue.filter((job) => isOneOf(job, groups));
      for (const { _id, turn } of swapTurns(wanted, queue.slice(0, wanted.length)))
        Object.assign(this.jobs.get(_id) ?? {}, { turn });
    }
  }

  async forgetGivenUp(drive: DriveId, groups: readonly string[]): Promise<void> {
    this.remove((job) => job.state === 'failed' && job.drive === drive && isOneOf(job, groups));
  }

  async forget(drive: DriveId): Promise<void> {
    this.remove((job) => job.drive === drive);
  }

  async claim(kind: string, lane: Lane, leaseMs: number): Promise<Job | null> {
    const [first] = this.due(kind, lane);
    return first ? this.take(first, this.worker, leaseMs) : null;
  }

  async claimAhead(kind: string, lane: Lane, leaseMs: number, most: number): Promise<Job[]> {
    const due = this.due(kind, lane).slice(0, most);
    return due.map((job) => this.take(job, this.worker + AHEAD, leaseMs));
  }

  async dueKinds(kinds: readonly string[]): Promise<string[]> {
    return kinds.filter((kind) => this.due(kind, 'quick').length + this.due(kind, 'slow').length > 0);
  }

  async renew(job: LeasedJob, leaseMs: number): Promise<boolean> {
    return this.change(job, { due: this.inMs(leaseMs) });
  }

  async recordProgress(job: LeasedJob, percent: number): Promise<boolean> {
    return this.change(job, { percent });
  }

  async recordLive(job: LeasedJob, live: string | null): Promise<boolean> {
    return this.change(job, { live });
  }

  async end({ job, state, reason = null, effect, keptMs, againMs, laterMs }: Ending<MemoryTransaction>) {
    if (!this.held(job)) return false;
    let ended = false;
    await this.transact(async (tx) => {
      await writeEffects(tx, effect ? [effect] : []);
      if (!this.held(job)) return;
      const again = { state: 'waiting', tries: 0, reason, due: this.inMs(againMs ?? 0) } as const;
      const later = laterMs !== undefined && { later: this.inMs(laterMs), givenUp: (job.givenUp ?? 0) + 1 };
      const over = { state, open: false, tries: job.tries, ended: this.clock.now(), reason, ...later };
      tx.push(() => (ended = this.change(job, againMs === undefined ? over : again)));
      if (keptMs === 0) tx.push(() => this.jobs.delete(job._id));
    });
    return ended;
  }

  async giveBack(job: LeasedJob, { pauseMs, counts, lane }: GivenBack): Promise<void> {
    const tries = (this.held(job)?.tries ?? 0) + (counts ? 1 : 0);
    this.change(job, { state: 'waiting', due: this.inMs(pauseMs), lane, tries });
  }

  async othersWait(kind: string, drive: DriveId | null): Promise<boolean> {
    return this.due(kind, 'quick').some((job) => job.drive !== drive);
  }

  async isBusy(kind: string): Promise<boolean> {
    const runs = ({ kind: of, lane, state }: Job) => of === kind && lane === 'quick' && state === 'running';
    return this.all(runs).length > 0 || this.due(kind, 'quick').length > 0;
  }

  async releaseExcept(kind: string, known: readonly string[]): Promise<void> {
    const unknown = this.ours().filter((job) => job.kind === kind && !known.includes(job._id));
    for (const job of unknown) Object.assign(job, { state: 'waiting', due: this.clock.now() });
  }

  async releaseOwn(): Promise<void> {
    for (const job of this.ours()) {
      const isSilent = !isAhead(job);
      const due = this.inMs(isSilent && job.tries > 0 ? KILLED_AGAIN_PAUSE_MS : 0);
      delete job.live;
      Object.assign(job, { state: 'waiting', due, tries: job.tries + (isSilent ? 1 : 0), percent: null });
    }
  }

  private ours(): Job[] {
    const names = [this.worker, this.worker + AHEAD];
    return this.all(({ state, worker }) => state === 'running' && names.includes(worker ?? ''));
  }

  private take(job: Job, worker: string, leaseMs: number): Job {
    const isSilent = job.state === 'running' && !isAhead(job) && job.worker !== this.worker;
    delete job.live;
    Object.assign(job, { state: 'running', worker, due: this.inMs(leaseMs), percent: null });
    job.token += 1;
    job.tries += isSilent ? 1 : 0;
    return structuredClone(job);
  }

  private due(kind: string, lane: Lane): Job[] {
    const now = this.clock.now();
    return this.all((job) => job.open && job.kind === kind && job.lane === lane && job.due <= now);
  }

  private endOfQueue(kind: string, drive: DriveId | null): number {
    const open = this.all((job) => job.open && job.kind === kind);
    const first = open.find(({ lane }) => lane === 'quick');
    const last = open.findLast((job) => job.drive === drive);
    return Math.max(first?.turn ?? 0, (last?.turn ?? -1) + 1);
  }

  /** Order: by turn. */
  private all(matches: (job: Job) => boolean): Job[] {
    const found = [...this.jobs.values()].filter(matches);
    return found.toSorted((a, b) => a.turn - b.turn || (a._id < b._id ? -1 : 1));
  }

  private remove(matches: (job: Job) => boolean): void {
    for (const { _id } of this.all(matches)) this.jobs.delete(_id);
  }

  private held({ _id, token }: LeasedJob): Job | null {
    const job = this.jobs.get(_id);
    return job?.token === token && job.state === 'running' ? job : null;
  }

  private change(job: LeasedJob, changes: Partial<Job>): boolean {
    const held = this.held(job);
    if (held) Object.assign(held, changes);
    return held !== null;
  }

  private inMs(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}

const isOneOf = ({ group }: Job, groups: readonly string[]): boolean =>
  group !== null && groups.includes(group);
