import type { Answer, Body, ElementView, FinishedUpload } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { RemoteFile } from './remote/remote-file.js';
import type { Watching } from './remote/watch-import.js';
import type { RememberedParts } from './remembered-parts.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';

export interface FileToStart {
  name: string;
  size: number;
  type: string;
  source?: UploadSource;
  /** When it was last changed, milliseconds since the epoch. */
  modified?: number;
}
export type Unfinished = Answer<'listUploads'>['uploads'][number];
export type StartAnswer = Answer<'startUpload'>;
export type PartsState = Answer<'startParts'>;
export type AdmitAnswer = Answer<'admitUploads'>;
export interface SentPart {
  partNumber: number;
  etag: string;
}

export type UploadSource = NonNullable<Body<'startUpload'>['files'][number]['source']>;

/** What happens to names that are taken. */
export type NameConflict = NonNullable<Body<'startUpload'>['conflict']>;

export interface Sending {
  signal: AbortSignal;
  /** Bytes of this request that have left the browser so far. */
  onProgress: (sent: number) => void;
}

/** How the engine reaches the server. Refusals and lost answers are thrown as `ApiFailure`. */
export interface UploadTransport {
  /** The same way, for requests of one action of the user. */
  within(traceparent: string | undefined): UploadTransport;
  /** Makes a folder, or finds the one of this name. `made` is null for one that was there. */
  makeFolder(
    parent: TargetFolder,
    name: string,
    key: string,
  ): Promise<{ folder: TargetFolder; made: ElementView | null }>;
  start(
    targetFolder: TargetFolder,
    files: FileToStart[],
    key: string,
    conflict?: NameConflict,
  ): Promise<StartAnswer>;
  /** One's uploads in parts that can go on. */
  unfinished(): Promise<Unfinished[]>;
  /** A fresh grant for an old one. */
  renew(grant: string): Promise<{ grant: string }>;
  /** Small files with what they are to be, see `sendBundle` of the contracts. */
  sendBundle(bundle: Blob, key: string, sending: Sending): Promise<AdmitAnswer>;
  /** The bytes of a small file in one request. */
  sendBytes(grant: string, bytes: Blob, key: string, sending: Sending): Promise<FinishedUpload>;
  /** Opens or resumes an upload in parts: what is there already, of `confirmed` too, and where the rest goes. */
  openParts(grant: string, confirmed: SentPart[], key: string, signal: AbortSignal): Promise<PartsState>;
  sendPart(url: string, bytes: Blob, sending: Sending): Promise<{ etag: string }>;
  completeParts(
    uploadId: string,
    parts: SentPart[],
    key: string,
    signal: AbortSignal,
  ): Promise<FinishedUpload>;
  abortParts(uploadId: string, key: string): Promise<unknown>;
  /** Has the server fetch a file from elsewhere; answers the receipt. */
  bring(targetFolder: TargetFolder, file: RemoteFile, key: string, watching: Watching): Promise<string>;
  /** Turns sent bytes into elements of the folder. */
  admit(targetFolder: TargetFolder, receipts: string[], key: string): Promise<AdmitAnswer>;
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
