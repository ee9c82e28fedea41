import type {
  BlobId,
  catalogCalls,
  DerivativeMade,
  DriveId,
  InternalAnswer,
  MediaEvent,
} from '@skyshelf/contracts';
import type { Reach } from '@skyshelf/tokens';
import type { MakingStatus } from '../domain/conversion.js';
import type { Job, JobRequest } from './job.js';
import type { MadeFile, Workspace } from './kind.js';

export interface JobEvent {
  id: string;
  drive: DriveId;
  actor: string | null;
  trace: string | null;
  data: MediaEvent;
}

export interface DemandedJobs {
  demand(request: JobRequest): Promise<string>;
  standing(id: string): Promise<MakingStatus | null>;
  /** Dropped, or what it made is nowhere to be seen. */
  again(id: string): Promise<void>;
}

export interface Elements {
  /** @throws DomainError element.not-found */
  own(reach: Reach, id: string): Promise<OwnElement>;
}
export type OwnElement = InternalAnswer<typeof catalogCalls.ownElement>;

export interface StoredBlob {
  key: string;
  size: number;
  type: string;
}

export interface Blobs {
  /** Null: gone, or no longer wanted. */
  find(blobId: BlobId): Promise<StoredBlob | null>;
  /** False: it is gone. */
  download(blob: StoredBlob, path: string, signal: AbortSignal): Promise<boolean>;
  /** The file is read-only; null where the store is on another machine. */
  pathOf(blob: StoredBlob): string | null;
  /**
   * Keeps the result once for a job. Null means that its source is no longer wanted.
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
