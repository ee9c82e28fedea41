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

/** What the others are to hear of a job. */
export interface JobEvent {
  id: string;
  drive: DriveId;
  actor: string | null;
  trace: string | null;
  data: MediaEvent;
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
