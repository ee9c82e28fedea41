import type { DriveId } from '@skyshelf/contracts';
import type { EndedState, Job, JobRequest, JobState, Lane } from './job.js';

export type LeasedJob = Pick<Job, '_id' | 'token'>;

export interface Ending<Tx> {
  job: Job;
  state: EndedState;
  reason?: string | null;
  effect?: Effect<Tx> | undefined;
  /** Unit: milliseconds. A job without it is kept for good. */
  keptMs?: number | undefined;
  /** Milliseconds, instead of ending. */
  againMs?: number | undefined;
  /** Milliseconds after which what was given up is opened again by itself. Absent: never. */
  laterMs?: number | undefined;
}

export interface GivenBack {
  pauseMs: number;
  /** The work itself failed; no outage. */
  counts: boolean;
  lane: Lane;
}

/** Leases and pauses use the queue's clock, so that machines agree. */
export interface WorkerQueue<Tx> {
  /** The next due job, or one with a silent worker: that try counts, unless it was this process, held up. */
  claim(kind: string, lane: Lane, leaseMs: number): Promise<Job | null>;
  /** Claims jobs for later: a silent worker counts as no try. */
  claimAhead(kind: string, lane: Lane, leaseMs: number, most: number): Promise<Job[]>;
  /** False: the lease was lost, or the job was cancelled. */
  renew(job: LeasedJob, leaseMs: number): Promise<boolean>;
  /** Is false as above. */
  recordProgress(job: LeasedJob, percent: number): Promise<boolean>;
  /** Is false as above. */
  recordLive(job: LeasedJob, live: string | null): Promise<boolean>;
  /** In one transaction with its effect, shared by concurrent endings. False: as above. */
  end(ending: Ending<Tx>): Promise<boolean>;
  giveBack(job: LeasedJob, how: GivenBack): Promise<void>;
  /** Lists kinds with a due job, in either lane. */
  dueKinds(kinds: readonly string[]): Promise<string[]>;
  /** Whether another drive's quick job could begin now. */
  othersWait(kind: string, drive: DriveId | null): Promise<boolean>;
  /** Whether a quick job of this kind runs or could begin. */
  isBusy(kind: string): Promise<boolean>;
  /** Frees jobs claimed by a lost answer, uncounted. */
  releaseExcept(kind: string, known: readonly string[]): Promise<void>;
  /** Opens what was given up for later, once it is due. */
  reopenDue(): Promise<void>;
  /** Frees a killed namesake's jobs at once. The try counts; from the second kill on they pause. */
  releaseOwn(): Promise<void>;
}

/** Shown to a drive's user. */
export interface DriveJobs {
  running: Job[];
  /** Order: by turn. */
  waiting: Job[];
  /** The failures of the last 30 days, latest first. */
  failed: Job[];
  open: number;
}

/** `Tx` is a transaction of the service's database. */
export interface ProducerQueue<Tx> {
  /**
   * Adds jobs at the end of their drive's queue, in the caller's transaction. A drive's first open job of a kind gets
   * the queue's first turn, each further one the next: a drive with one photo waits for one job of every other drive.
   */
  add(tx: Tx, requests: readonly JobRequest[]): Promise<void>;
  enqueue(requests: readonly JobRequest[]): Promise<void>;
  find(id: string): Promise<Job | null>;
  /** An ended job, as if untried. False: there is none. */
  retry(id: string, states: readonly EndedState[]): Promise<boolean>;
  /** A running one is interrupted at its next heartbeat and its result ignored. False: there is none. */
  cancel(id: string): Promise<boolean>;
  /** Lists at most `most` of each state. */
  ofDrive(drive: DriveId, most: number): Promise<DriveJobs>;
  openOf(drive: DriveId, groups: readonly string[]): Promise<Job[]>;
  givenUpOf(drive: DriveId, groups: readonly string[]): Promise<Job[]>;
  /** Swaps their turns with the drive's first ones: no other drive waits longer. */
  prioritize(drive: DriveId, groups: readonly string[]): Promise<void>;
  /** Their subjects are gone. */
  forgetGivenUp(drive: DriveId, groups: readonly string[]): Promise<void>;
  /** A worker finds its lease gone. */
  forget(drive: DriveId): Promise<void>;
}

export interface JobQueue<Tx> extends WorkerQueue<Tx>, ProducerQueue<Tx> {}

export type { EndedState, JobState };

export interface Effect<Tx> {
  /** Effects with the same key in one transaction are written together. */
  key: unknown;
  item: unknown;
  write(tx: Tx, items: readonly unknown[]): Promise<void>;
}

export const effect = <Tx>(write: (tx: Tx) => Promise<void>): Effect<Tx> => ({
  key: write,
  item: null,
  write,
});

/** `write` is called once for all. */
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
