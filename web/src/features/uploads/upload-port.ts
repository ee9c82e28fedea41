import type { callApi } from '../../shared/api/call-api.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';
import type { ItemList } from './upload-list.js';
import type { QueueLimits, UploadNotices } from './machine/upload-state.js';
import type { Sending, Upload, UploadSource } from './machine/upload.js';
import type { RememberedParts } from './kept/kept-upload.js';
import type { importRemoteFile } from './remote/import-remote-file.js';

export interface Put extends Sending {
  /** Ours, or where a part goes, perhaps an object store. */
  to: 'sendBundle' | 'sendBytes' | { part: string };
  bytes: Blob;
  headers: Readonly<Record<string, string>>;
  traceparent?: string | undefined;
}

/** Refusals and lost answers are thrown as `ApiFailure`. */
export interface UploadTransport {
  readonly call: typeof callApi;
  put(put: Put): Promise<{ body: unknown; etag: string | null }>;
  readonly bring: typeof importRemoteFile;
}

export interface UploadEnvironment {
  now(): number;
  newKey(): string;
  /** Confirmed ETags by number, over a reload too. */
  readonly parts: Pick<RememberedParts, 'of' | 'keep'>;
  /** Null: not traced. */
  beginTrace(): ActionTrace | null;
  /** Waits at least `leastMs` and until the server is reachable; ends early on abort. */
  waitBeforeTry(attempt: number, signal: AbortSignal, leastMs?: number): Promise<void>;
  /** Phones cut connections of hidden pages: that says nothing about the server. */
  isHidden(): boolean;
}

/** Keeps uploads over a reload or crash. Never fails: what can't be kept is chosen again. */
export interface UploadKeeper {
  changed(before: Upload | undefined, after: Upload | undefined): void;
  /** Resolves when they outlive the page. */
  save(ids: readonly number[], withBytes?: boolean): Promise<void>;
  /**
   * Null: to be chosen again.
   * @param mayAsk the user has just clicked: the browser may ask
   */
  bytesOf(id: number, mayAsk?: boolean): Promise<Blob | null>;
  clear(): Promise<void>;
}

/** Files of up to this size are sent ten in a call; larger ones by themselves, with pauses. */
export const BUNDLED_BYTES = 256 * 1024;

export interface ReadableFile {
  file: FileSystemFileHandle;
  /** The dropped folder: its permission covers the file. */
  top?: FileSystemDirectoryHandle;
}

export interface ChosenFile {
  file: Blob;
  handle?: ReadableFile | undefined;
}

export interface NewUpload {
  file: File;
  path?: readonly string[];
  source?: UploadSource;
  handle?: ReadableFile;
  ifTaken?: Upload['ifTaken'];
}

export interface KeptQueue {
  readonly list: Pick<ItemList, 'get'>;
  readonly files: ReadonlyMap<number, ChosenFile>;
  /** The files leave this page, but are not given up. */
  readonly stopped: boolean;
}

export interface UploadDeps extends QueueLimits {
  transport: UploadTransport;
  environment: UploadEnvironment;
  notices: UploadNotices;
  keeperOf?: (queue: KeptQueue) => UploadKeeper;
}
