import type { Answer, FinishedUpload } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';

export interface FileToStart {
  name: string;
  size: number;
  type: string;
}
export type StartAnswer = Answer<'startUpload'>;
export type PartsState = Answer<'startParts'>;
export type AdmitAnswer = Answer<'admitUploads'>;
export interface SentPart {
  partNumber: number;
  etag: string;
}

export interface Sending {
  signal: AbortSignal;
  /** Bytes of this request that have left the browser so far. */
  onProgress: (sent: number) => void;
}

/** How the engine reaches the server. Refusals and lost answers are thrown as `ApiFailure`. */
export interface UploadTransport {
  /** The same way, for requests of one action of the user. */
  within(traceparent: string | undefined): UploadTransport;
  start(targetFolder: TargetFolder, files: FileToStart[], key: string): Promise<StartAnswer>;
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
  /** Turns sent bytes into elements of the folder. */
  admit(targetFolder: TargetFolder, receipts: string[], key: string): Promise<AdmitAnswer>;
}

/** What the engine needs of the browser; tests bring their own. */
export interface UploadEnvironment {
  now(): number;
  newKey(): string;
  /** The user begins an upload. */
  beginTrace(): ActionTrace;
  /** Waits before try `attempt + 1`, at least until the browser is online; ends early when the signal aborts. */
  waitBeforeTry(attempt: number, signal: AbortSignal): Promise<void>;
}
