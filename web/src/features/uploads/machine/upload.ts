import type { TargetFolder } from '../../../shared/api/target-folder.js';
import type { RemoteFile } from '../remote/remote-file.js';
import type { UploadSource } from '../upload-calls.js';

export const uploadStatuses = [
  'sending',
  /** All bytes are there, or it is in a call that is not stopped; the element is being made. */
  'finishing',
  /** May be tried again. */
  'failed',
  /** The server said no. */
  'refused',
  /** Its bytes can't be read any more: it has to be chosen again. */
  'missing',
  'paused',
  /** Its turn has not come. */
  'waiting',
  'done',
] as const;
export type UploadStatus = (typeof uploadStatuses)[number];

/** Leave of the server to send a file. */
export interface Grant {
  readonly uploadId: string;
  readonly grant: string;
  readonly how: 'single' | 'parts';
}

/** A call that several files are in, under its key: sent again it must name the same ones in the same order. */
export interface SharedCall {
  readonly how: 'bundle' | 'start';
  readonly key: string;
  readonly place: number;
  readonly of: number;
}

/** One file on its way. A change makes a new object. */
export interface Upload {
  readonly id: number;
  /** Files that were dropped together. */
  readonly group: number;
  readonly name: string;
  readonly size: number;
  readonly targetFolder: TargetFolder;
  readonly status: UploadStatus;
  /** Bytes that have left the browser. */
  readonly sent: number;
  /** Why it failed or was refused. */
  readonly message: string | null;
  /** It was refused because its name is taken: it may come under another one, or in place of what has it. */
  readonly isTaken: boolean;
  /** The element it became. */
  readonly elementId: string | null;

  /** As the file was called when it was chosen; the server may have given it another name. */
  readonly chosenName: string;
  readonly type: string;
  readonly source: UploadSource | null;
  /** When the file was last changed. */
  readonly modified: number;
  /** Where it is elsewhere: the server fetches it, and goes on when this page is gone. */
  readonly remote: RemoteFile | null;
  /** Folders that are still to be found or made below the target folder. */
  readonly path: readonly string[];
  /** What is to happen where its name is taken, as the user said; refused until then. */
  readonly ifTaken: 'keep-both' | 'replace' | null;
  /** It is on its way to a grant or a folder. */
  readonly asking: boolean;
  /** The turn in which it will be sent. What an older one says of it counts no more. */
  readonly turn: number | null;
  /** The last call that it was sent with together with others. */
  readonly call: SharedCall | null;
  /** The files of its bundle, itself too, when that has failed: the server may have them all the same. */
  readonly failedWith: readonly number[] | null;
  readonly grant: Grant | null;
  /** What the store has confirmed of it, by part. */
  readonly etags: Readonly<Record<number, string>>;
  /** Proof of bytes, once the server has them. */
  readonly receipt: string | null;
  /** The intention of sending it by this grant. */
  readonly key: string;
  /** What it is kept as over a reload; null for what is not. */
  readonly keptAs: string | null;
}

const UNSETTLED: ReadonlySet<UploadStatus> = new Set(['waiting', 'sending', 'paused', 'finishing']);
export const isUnsettledStatus = (status: UploadStatus): boolean => UNSETTLED.has(status);
/** Still something to come: the tab should not be closed. */
export const isUnsettled = ({ status }: Pick<Upload, 'status'>): boolean => isUnsettledStatus(status);

/** A file that nothing was done for yet. */
export const newUpload = (
  about: Pick<Upload, 'id' | 'group' | 'targetFolder' | 'name' | 'size' | 'key'> & Partial<Upload>,
): Upload => ({
  ...{ status: 'waiting', sent: 0, message: null, isTaken: false, elementId: null },
  ...{ chosenName: about.name, type: '', source: null, modified: 0, remote: null, path: [], ifTaken: null },
  ...{ asking: false, turn: null, call: null, failedWith: null, grant: null, etags: {}, receipt: null },
  ...{ keptAs: about.key, ...about },
});
