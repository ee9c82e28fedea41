import type { callApi } from '../../shared/api/call-api.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';
import type { ItemList } from './item-list.js';
import type { UploadNotices } from './machine/notices.js';
import type { QueueLimits } from './machine/upload-state.js';
import type { Upload } from './machine/upload.js';
import type { RememberedParts } from './remembered-parts.js';
import type { bringFile } from './remote/bring-file.js';
import type { ReadableFile } from './tree/nodes.js';
import type { Sending, UploadSource } from './upload-calls.js';

/** A request that carries bytes. */
export interface Put extends Sending {
  /** A call of ours, or where a part goes, which may be an object store. */
  to: 'sendBundle' | 'sendBytes' | { part: string };
  bytes: Blob;
  headers: Readonly<Record<string, string>>;
  traceparent?: string | undefined;
}

/** How the engine reaches the server. Refusals and lost answers are thrown as `ApiFailure`. */
export interface UploadTransport {
  readonly call: typeof callApi;
  /** Answers the body, and the ETag that a store gives. */
  put(put: Put): Promise<{ body: unknown; etag: string | null }>;
  /** Has the server fetch a file from elsewhere; answers the receipt. */
  readonly bring: typeof bringFile;
}

/** What the engine needs of the browser; tests bring their own. */
export interface UploadEnvironment {
  now(): number;
  newKey(): string;
  /**
   * ETags of the parts of an upload that the store has confirmed to this browser, by number: known after a reload too.
   */
  readonly parts: Pick<RememberedParts, 'of' | 'keep'>;
  /** The user begins an upload. Null where that is not followed. */
  beginTrace(): ActionTrace | null;
  /**
   * Waits before try `attempt + 1`, at least `leastMs` and until the server is there; ends early when the signal
   * aborts.
   */
  waitBeforeTry(attempt: number, signal: AbortSignal, leastMs?: number): Promise<void>;
  /** Whether no one sees the page: then phones cut connections, and a lost one says nothing about the server. */
  isHidden(): boolean;
}

/** Keeps uploads over a reload or a crash of the page. Nothing of it ever fails: what can't be kept is chosen again. */
export interface UploadKeeper {
  /** A file is another one now; it has come, or is gone. */
  changed(before: Upload | undefined, after: Upload | undefined): void;
  /** Resolves when what is known of these files outlives the page, their bytes too where `withBytes`. */
  save(ids: readonly number[], withBytes?: boolean): Promise<void>;
  /**
   * The bytes of a file that came before this page was loaded; null when it has to be chosen again.
   * @param mayAsk whether the user has just clicked, so that the browser may ask
   */
  bytesOf(id: number, mayAsk?: boolean): Promise<Blob | null>;
  /** Everything of this browser goes. */
  clear(): Promise<void>;
}

/** Up to here files go ten in a call; what is larger goes by itself and can be stopped in the middle. */
export const BUNDLED_BYTES = 256 * 1024;

/** The bytes of a file, and by what a later page can read it again. */
export interface ChosenFile {
  file: Blob;
  handle?: ReadableFile | undefined;
}

/** A file that a user wants to be in a folder. */
export interface NewUpload {
  file: File;
  /** Names of the folders below the target that it is to lie in. */
  path?: readonly string[];
  source?: UploadSource;
  handle?: ReadableFile;
  /** What is to happen where its name is taken; it is refused else. */
  ifTaken?: Upload['ifTaken'];
}

/** What a keeper sees of the queue. */
export interface KeptQueue {
  readonly list: Pick<ItemList, 'get'>;
  readonly files: ReadonlyMap<number, ChosenFile>;
  /** The files leave this page, but are not given up. */
  readonly stopped: boolean;
}

/** What the engine is made of. */
export interface UploadDeps extends QueueLimits {
  transport: UploadTransport;
  environment: UploadEnvironment;
  notices: UploadNotices;
  /** What keeps the queue over a reload; nothing does where it is absent. */
  keeperOf?: (queue: KeptQueue) => UploadKeeper;
}
