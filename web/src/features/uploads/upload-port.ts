import type { Answer, Body } from '@skyshelf/contracts/browser';
import type { callApi } from '../../shared/api/call-api.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';
import type { RememberedParts } from './remembered-parts.js';
import type { bringFile } from './remote/bring-file.js';

export type FileToStart = Body<'startUpload'>['files'][number];
export type StartAnswer = Answer<'startUpload'>;
export type PartsState = Answer<'startParts'>;
export type AdmitAnswer = Answer<'admitUploads'>;
export type UploadSource = NonNullable<FileToStart['source']>;

export interface Sending {
  signal: AbortSignal;
  /** Bytes that have left the browser so far; of how many, where only now that is known. */
  onProgress: (sent: number, size?: number | null) => void;
}

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
  /** ETags of the parts of an upload that the store has confirmed to this browser, by number: known after a reload too. */
  readonly parts: Pick<RememberedParts, 'of' | 'keep'>;
  /** The user begins an upload. Null where that is not followed. */
  beginTrace(): ActionTrace | null;
  /**
   * Waits before try `attempt + 1`, at least `leastMs` and until the server is there; ends early when the signal aborts.
   */
  waitBeforeTry(attempt: number, signal: AbortSignal, leastMs?: number): Promise<void>;
  /** Whether nobody sees the page: then phones cut connections, and a lost one says nothing about the server. */
  isHidden(): boolean;
}

/** Keeps uploads over a reload or a crash of the page. Nothing of it ever fails: what can't be kept is chosen again. */
export interface UploadKeeper {
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
