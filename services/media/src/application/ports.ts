import type {
  BlobId,
  catalogCalls,
  DerivativeMade,
  DriveId,
  InternalAnswer,
  MediaEvent,
} from '@skyshelf/contracts';
import type { Job, JobRequest } from './job.js';
import type { MadeFile, Workspace } from './kind.js';

export interface JobEvent {
  id: string;
  drive: DriveId;
  actor: string | null;
  trace: string | null;
  data: MediaEvent;
}

export type JobStanding = Pick<Job, 'state' | 'open' | 'ended' | 'reason' | 'percent' | 'live'>;

export interface DemandedJobs {
  /** Unless it is asked for already. */
  demand(request: JobRequest): Promise<string>;
  standing(id: string): Promise<JobStanding | null>;
  /** Dropped, or what it made is nowhere to be seen. */
  again(id: string): Promise<void>;
}

/** In catalog. */
export interface Elements {
  /** @throws DomainError element.not-found */
  own(drive: DriveId, id: string): Promise<OwnElement>;
}
export type OwnElement = InternalAnswer<typeof catalogCalls.ownElement>;

export interface StoredBlob {
  key: string;
  size: number;
  /** By declaration and content. */
  type: string;
}

export interface Blobs {
  /** Null: gone, or no longer wanted. */
  find(blobId: BlobId): Promise<StoredBlob | null>;
  /** False: it is gone. */
  download(blob: StoredBlob, path: string, signal: AbortSignal): Promise<boolean>;
  /** For reading only; null where the store is on another machine. */
  pathOf(blob: StoredBlob): string | null;
  /**
   * Once a job. Null: its source is no longer wanted.
   * @param waitMs for others to go together with
   */
  keep(
    job: Job,
    made: MadeFile,
    signal: AbortSignal,
    waitMs: number,
  ): Promise<Pick<DerivativeMade, 'blobId' | 'bytes'> | null>;
}

/** Its own folder, removed afterwards. */
export type InWorkspace = <T>(work: (workspace: Workspace) => Promise<T>) => Promise<T>;
