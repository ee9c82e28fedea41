import type {
  BlobId,
  catalogCalls,
  DerivativeKind,
  DerivativeMade,
  DriveId,
  InternalAnswer,
  MediaEvent,
} from '@skyshelf/contracts';
import type { Job, JobRequest, JobState, Lane } from '../domain/job.js';
import type { MadeFile, Workspace } from './kind.js';

/** What the others are to hear of a job. */
export interface JobEvent {
  id: string;
  drive: DriveId;
  actor: string | null;
  trace: string | null;
  data: MediaEvent;
}

export interface GivenBack {
  pauseMs: number;
  /** The work itself failed; it is no outage. */
  counts: boolean;
  lane: Lane;
}

/** The jobs, as a worker sees them. */
export interface JobQueue {
  /** Takes the next job that is due, or one whose worker has fallen silent: then that try counts. */
  claim(kind: DerivativeKind, lane: Lane, leaseMs: number): Promise<Job | null>;
  /** Takes several at once, for later: that their worker falls silent counts as no try. */
  claimAhead(kind: DerivativeKind, lane: Lane, leaseMs: number, most: number): Promise<Job[]>;
  /** Puts the end of the lease off. False: the job is another worker's by now. */
  renew(job: Job, leaseMs: number): Promise<boolean>;
  /** Notes how far the try under way is. False: the job is another worker's by now. */
  recordProgress(job: Job, percent: number): Promise<boolean>;
  /** Notes under which name the film of the try under way can be watched. False: the job is another worker's by now. */
  recordLive(job: Job, run: string | null): Promise<boolean>;
  /** Ends a job, with what the others are to hear of it. False: the worker was too slow, the job is another's by now. */
  end(
    job: Job,
    state: Exclude<JobState, 'waiting' | 'running'>,
    reason: string | null,
    event: JobEvent | null,
  ): Promise<boolean>;
  /** Gives a job back for a later try. */
  giveBack(job: Job, how: GivenBack): Promise<void>;
  /** Whether a quick job of another drive could begin now. */
  othersWait(kind: DerivativeKind, drive: DriveId): Promise<boolean>;
  /** Whether a quick job of this kind runs or could begin now. */
  isBusy(kind: DerivativeKind): Promise<boolean>;
  /** Frees the jobs of this kind that this process has without knowing it, because an answer of the database was lost. No try counts. */
  letGoOfAllBut(kind: DerivativeKind, known: readonly string[]): Promise<void>;
}

/** How a job stands, for who waits for it. */
export type JobStanding = Pick<Job, 'state' | 'open' | 'ended' | 'reason' | 'percent' | 'live'>;

/** The jobs, for who wants something made now. */
export interface DemandedJobs {
  /** Asks for it, unless it is asked for already. */
  demand(request: JobRequest): Promise<string>;
  standing(id: string): Promise<JobStanding | null>;
  /** Has it made again: it was dropped, or what it made is nowhere to be seen. */
  again(id: string): Promise<void>;
}

/** The elements, as catalog has them. */
export interface Elements {
  /** @throws DomainError element.not-found */
  own(drive: DriveId, id: string): Promise<OwnElement>;
}
export type OwnElement = InternalAnswer<typeof catalogCalls.ownElement>;

/** A file's bytes, as storage has them. */
export interface StoredBlob {
  key: string;
  size: number;
  /** Its media type, as storage has decided by declaration and content. */
  type: string;
}

/** The bytes that jobs are about. */
export interface Blobs {
  /** Null: it is gone, or no longer wanted. */
  find(blobId: BlobId): Promise<StoredBlob | null>;
  /** Writes its bytes to a file. False: it is gone. */
  download(blob: StoredBlob, path: string, signal: AbortSignal): Promise<boolean>;
  /** The file that has its bytes, for reading only; null where the store is not of this machine. */
  pathOf(blob: StoredBlob): string | null;
  /**
   * Gives a derived file to storage, once for each job. Null: its source is no longer wanted.
   * @param othersFollow more come right behind it: they may go together
   */
  keep(
    job: Job,
    made: MadeFile,
    signal: AbortSignal,
    othersFollow: boolean,
  ): Promise<Pick<DerivativeMade, 'blobId' | 'bytes'> | null>;
}

/** Gives the work a folder of its own, and removes it afterwards. */
export type InWorkspace = <T>(work: (workspace: Workspace) => Promise<T>) => Promise<T>;
