import type { BlobId, DerivativeKind, DerivativeMade, DriveId, MediaEvent } from '@skyshelf/contracts';
import type { Job, JobState, Lane } from '../domain/job.js';
import type { Workspace } from './kind.js';

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
  /** Puts the end of the lease off. False: the job is another worker's by now. */
  renew(job: Job, leaseMs: number): Promise<boolean>;
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

/** A file's bytes, as storage has them. */
export interface StoredBlob {
  key: string;
  size: number;
}

/** The bytes that jobs are about. */
export interface Blobs {
  /** Null: it is gone, or no longer wanted. */
  find(blobId: BlobId): Promise<StoredBlob | null>;
  /** Writes its bytes to a file. False: it is gone. */
  download(blob: StoredBlob, path: string, signal: AbortSignal): Promise<boolean>;
  /** Gives a derived file to storage, once for each job. Null: its source is no longer wanted. */
  keep(job: Job, path: string, signal: AbortSignal): Promise<Pick<DerivativeMade, 'blobId' | 'bytes'> | null>;
}

/** Gives the work a folder of its own, and removes it afterwards. */
export type InWorkspace = <T>(work: (workspace: Workspace) => Promise<T>) => Promise<T>;
