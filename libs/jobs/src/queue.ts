import type { DriveId } from '@skyshelf/contracts';
import type { EndedState, Job, JobRequest, JobState, Lane } from './job.js';

export type HeldJob = Pick<Job, '_id' | 'token'>;

export interface Ending<Tx> {
  job: Job;
  state: EndedState;
  reason?: string | null;
  effect?: Effect<Tx> | undefined;
  /** Milliseconds. Absent: for good. */
  keptMs?: number | undefined;
  /** Repeats after so many milliseconds instead of ending. */
  againMs?: number | undefined;
}

export interface GivenBack {
  pauseMs: number;
  /** The work itself failed; no outage. */
  counts: boolean;
  lane: Lane;
}

/** For workers. Leases and pauses use the queue's clock, so that machines agree. */
export interface WorkersJobs<Tx> {
  /** The next due job, or one with a silent worker: then that try counts. */
  claim(kind: string, lane: Lane, leaseMs: number): Promise<Job | null>;
  /** Several, for later: a silent worker counts as no try. */
  claimAhead(kind: string, lane: Lane, leaseMs: number, most: number): Promise<Job[]>;
  /** False: the lease was lost, or the job was cancelled. */
  renew(job: HeldJob, leaseMs: number): Promise<boolean>;
  /** False: as above. */
  recordProgress(job: HeldJob, percent: number): Promise<boolean>;
  /** False: as above. */
  recordLive(job: HeldJob, live: string | null): Promise<boolean>;
  /**
   * In one transaction with its effect, shared by concurrent endings. False: as above, nothing was written.
   */
  end(ending: Ending<Tx>): Promise<boolean>;
  giveBack(job: HeldJob, how: GivenBack): Promise<void>;
  /** In either lane. */
  hasDue(kinds: readonly string[]): Promise<boolean>;
  /** Whether another drive's quick job could begin now. */
  othersWait(kind: string, drive: DriveId | null): Promise<boolean>;
  /** Whether a quick job of this kind runs or could begin. */
  isBusy(kind: string): Promise<boolean>;
  /** Frees jobs claimed by a lost answer of the database. No try counts. */
  letGoOfAllBut(kind: string, known: readonly string[]): Promise<void>;
  /** Frees a killed namesake's jobs at once. The try counts; from the second kill on they pause. */
  takeBack(): Promise<void>;
}

/** Shown to a drive's user. */
export interface DrivesJobs {
  running: Job[];
  /** In order. */
  waiting: Job[];
  /** Of the last 30 days, latest first. */
  failed: Job[];
  /** Waiting and running. */
  open: number;
}

/** For those who have work. `Tx`: a transaction of the service's database. */
export interface AskersJobs<Tx> {
  /**
   * At the end of their drive's queue, in the caller's transaction. A drive's first open job of a kind gets
   * the queue's first turn, each further one the next: a drive with one photo waits for one job of every
   * other drive, not for hundreds.
   */
  add(tx: Tx, requests: readonly JobRequest[]): Promise<void>;
  /** In a transaction of its own. */
  enter(requests: readonly JobRequest[]): Promise<void>;
  find(id: string): Promise<Job | null>;
  /** Queues an ended job again as if untried. False: there is none. */
  openAgain(id: string, states: readonly EndedState[]): Promise<boolean>;
  /**
   * For waiting, running and failed jobs. A running one is interrupted at its next heartbeat and its result
   * ignored. False: there is none.
   */
  cancel(id: string): Promise<boolean>;
  /** All waiting and running ones of a group. */
  cancelGroup(drive: DriveId | null, group: string): Promise<number>;
  countGroup(drive: DriveId | null, group: string): Promise<Record<'waiting' | 'running' | 'failed', number>>;
  /** At most `most` of each state. */
  ofDrive(drive: DriveId, most: number): Promise<DrivesJobs>;
  openOf(drive: DriveId, groups: readonly string[]): Promise<Job[]>;
  /** Swaps their turns with the drive's first ones. No other drive waits longer. */
  prioritize(drive: DriveId, groups: readonly string[]): Promise<void>;
  /** Their subjects are gone: no one wants the reasons any more. */
  forgetGivenUp(drive: DriveId, groups: readonly string[]): Promise<void>;
  /** A worker that has one finds its lease gone. */
  forget(drive: DriveId): Promise<void>;
}

/** Guarantees: this library's contract suite. */
export interface JobQueue<Tx> extends WorkersJobs<Tx>, AskersJobs<Tx> {}

export type { EndedState, JobState };

export interface Effect<Tx> {
  /** Effects with the same key in one transaction are written in one go. */
  key: unknown;
  item: unknown;
  write(tx: Tx, items: readonly unknown[]): Promise<void>;
}

export const effect = <Tx>(write: (tx: Tx) => Promise<void>): Effect<Tx> => ({
  key: write,
  item: null,
  write,
});

/** `write` is called once for all jobs that end in one transaction. */
export const sharedEffect =
  <Tx, T>(write: (tx: Tx, items: readonly T[]) => Promise<void>) =>
  (item: T): Effect<Tx> => ({
    key: write,
    item,
    write: (tx, items) => write(tx, items as readonly T[]),
  });

export async function writeEffects<Tx>(tx: Tx, effects: readonly Effect<Tx>[]): Promise<void> {
  for (const [, alike] of Map.groupBy(effects, ({ key }) => key))
    await alike[0]?.write(
      tx,
      alike.map(({ item }) => item),
    );
}
