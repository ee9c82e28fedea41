import type { DriveId } from '@skyshelf/contracts';
import type { Effect } from './effect.js';
import type { EndedState, Job, JobRequest, JobState, Lane } from './job.js';

/** A job as its worker names it. */
export type HeldJob = Pick<Job, '_id' | 'token'>;

/** How a job ends. */
export interface Ending<Tx> {
  job: Job;
  state: EndedState;
  reason?: string | null;
  effect?: Effect<Tx> | undefined;
  /** It is kept for so long, milliseconds. Absent: for good. */
  keptMs?: number | undefined;
  /** It comes again after so many milliseconds instead of ending. */
  againMs?: number | undefined;
}

export interface GivenBack {
  pauseMs: number;
  /** The work itself failed; it is no outage. */
  counts: boolean;
  lane: Lane;
}

/** The jobs, as workers see them. Leases and pauses run by the queue's own clock, so that workers on several machines agree. */
export interface WorkersJobs<Tx> {
  /** Takes the next job that is due, or one whose worker has fallen silent: then that try counts. */
  claim(kind: string, lane: Lane, leaseMs: number): Promise<Job | null>;
  /** Takes several at once, for later: that their worker falls silent counts as no try. */
  claimAhead(kind: string, lane: Lane, leaseMs: number, most: number): Promise<Job[]>;
  /** Puts the end of the lease off. False: the job is another worker's by now, or was cancelled. */
  renew(job: HeldJob, leaseMs: number): Promise<boolean>;
  /** Notes how far the try under way is. False: as above. */
  recordProgress(job: HeldJob, percent: number): Promise<boolean>;
  /** Notes where what the try under way makes can be seen. False: as above. */
  recordLive(job: HeldJob, live: string | null): Promise<boolean>;
  /** Ends a job in one transaction with its effect. Endings that come together share it. False: as above, and nothing was written. */
  end(ending: Ending<Tx>): Promise<boolean>;
  /** Gives a job back for a later try. */
  giveBack(job: HeldJob, how: GivenBack): Promise<void>;
  /** Whether a job of one of these kinds could begin now, in either lane. */
  hasDue(kinds: readonly string[]): Promise<boolean>;
  /** Whether a quick job of another drive could begin now. */
  othersWait(kind: string, drive: DriveId | null): Promise<boolean>;
  /** Whether a quick job of this kind runs or could begin now. */
  isBusy(kind: string): Promise<boolean>;
  /** Frees the jobs of this kind that this process has without knowing it, because an answer of the database was lost. No try counts. */
  letGoOfAllBut(kind: string, known: readonly string[]): Promise<void>;
  /** Frees the jobs that a process of this name had when it was killed: their leases need not run out. The try counts; from the second kill on they pause. */
  takeBack(): Promise<void>;
}

/** What a drive's user is shown of its jobs. */
export interface DrivesJobs {
  running: Job[];
  /** In their order. */
  waiting: Job[];
  /** Those given up in the last 30 days, the latest first. */
  failed: Job[];
  /** Waiting and running ones in all. */
  open: number;
}

/** The jobs, as those see them who have work. `Tx`: a transaction of the service's database. */
export interface AskersJobs<Tx> {
  /**
   * Puts jobs at the end of their drive's queue, within the caller's transaction. A drive's first open job of a kind stands next to the first one of all; each
   * further one a turn later. So a drive with one photo waits for one job of every other drive, never for their hundreds.
   */
  add(tx: Tx, requests: readonly JobRequest[]): Promise<void>;
  /** The same in a transaction of its own. */
  enter(requests: readonly JobRequest[]): Promise<void>;
  find(id: string): Promise<Job | null>;
  /** Puts a job that has ended in one of these ways at the end of its drive's queue, as if it had not been tried. False: there is none. */
  openAgain(id: string, states: readonly EndedState[]): Promise<boolean>;
  /** A job that waits, runs or was given up is no longer wanted. What runs is broken off at its next sign of life, and its result counts for nothing. False: there is none. */
  cancel(id: string): Promise<boolean>;
  /** The same for all jobs of a group that wait or run. */
  cancelGroup(drive: DriveId | null, group: string): Promise<number>;
  /** How many jobs of a group wait, run or were given up. */
  countGroup(drive: DriveId | null, group: string): Promise<Record<'waiting' | 'running' | 'failed', number>>;
  /** The first of a drive's jobs, at most `most` of each sort. */
  ofDrive(drive: DriveId, most: number): Promise<DrivesJobs>;
  /** The open jobs of some groups. */
  openOf(drive: DriveId, groups: readonly string[]): Promise<Job[]>;
  /** Lets the jobs of some groups change turns with those of the drive that would come first. No other drive waits longer for it. */
  prioritize(drive: DriveId, groups: readonly string[]): Promise<void>;
  /** What these groups are about is gone for good: no one wants to know any more why their jobs were given up. */
  forgetGivenUp(drive: DriveId, groups: readonly string[]): Promise<void>;
  /** Removes all jobs of a drive. A worker that has one in hand finds its lease gone and lets go of it. */
  forget(drive: DriveId): Promise<void>;
}

/** Jobs in the order and with the guarantees of this library's contract suite. */
export interface JobQueue<Tx> extends WorkersJobs<Tx>, AskersJobs<Tx> {}

export type { EndedState, JobState };
