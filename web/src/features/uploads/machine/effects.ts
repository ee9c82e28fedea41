import type { ElementView, Warning } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import type { Upload } from './upload.js';

/** What has one of the five places: small files together, or a file that goes by itself. */
export type JobKind = 'bundle' | 'single' | 'parts' | 'remote';

export interface PartAddress {
  readonly partNumber: number;
  readonly url: string;
}

interface OfJob {
  readonly job: number;
  readonly ids: readonly number[];
}

/** Ends with one event naming it, unless stopped. */
export type Step = { readonly call: number } & (
  | { do: 'make-folder'; ids: readonly number[] }
  | { do: 'ask-leave'; ids: readonly number[]; key: string | null }
  | { do: 'admit'; ids: readonly number[]; targetFolder: TargetFolder }
  /** Notes what the call names for a reload, looks for the bytes. */
  | ({ do: 'prepare'; how: JobKind; key: string | null } & OfJob)
  | ({ do: 'send-bundle' | 'send-bytes' | 'open-parts' | 'complete-parts' | 'bring' } & OfJob)
  | ({ do: 'send-part'; part: PartAddress; from: number; to: number } & OfJob)
  | ({ do: 'wait'; attempt: number; leastMs: number | undefined } & OfJob)
);

type NoticeReport<Notice extends keyof UploadNotices> = Notice extends Notice
  ? { report: 'tell'; notice: Notice; about: Parameters<UploadNotices[Notice]> }
  : never;

export type Report =
  | NoticeReport<'warned' | 'fileFailed' | 'batchFailed' | 'admitted' | 'replaces'>
  | { report: 'stop'; calls: readonly number[] }
  | { report: 'keep'; ids: readonly number[] }
  /** The server drops its parts. */
  | { report: 'drop-parts'; upload: Upload }
  | { report: 'came'; group: number; element: ElementView; operation: string | undefined }
  /** Everything of a group is settled, `done` of its files as elements. */
  | { report: 'settled'; group: number; files: number; bytes: number; done: number };

export type Effect = Step | Report;

export interface Replacement {
  elementId: string;
  targetFolder: TargetFolder;
  /** As the file was chosen. */
  name: string;
  /** What made the element; a server of the version before does not say. */
  operation: string | undefined;
}

export interface UploadNotices {
  admitted(elements: readonly ElementView[]): void;
  /** Refused, or renamed. */
  warned(warning: Warning): void;
  fileFailed(item: Upload): void;
  /** The grants of a batch, or its elements, were refused. */
  batchFailed(): void;
  /** A new element is to take the place and name of another. */
  replaces(replacement: Replacement): void;
  groupBegan(group: number): void;
  /** Settled with something arrived: files and their folders, each operation once. */
  groupArrived(group: number, elements: readonly ElementView[], operations: readonly string[]): void;
}
