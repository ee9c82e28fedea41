import type { Answer, Body } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../../shared/listings/listing.js';

export type FileToStart = Body<'startUpload'>['files'][number];
export type StartAnswer = Answer<'startUpload'>;
export type PartsState = Answer<'startParts'>;
export type AdmitAnswer = Answer<'admitUploads'>;
export type UploadSource = NonNullable<FileToStart['source']>;

export interface Sending {
  signal: AbortSignal;
  /** @param size where only now known */
  onProgress: (sent: number, size?: number | null) => void;
}

/** The source sends the bytes to the server directly. */
export interface RemoteFile {
  name: string;
  /** Null where its source does not say. */
  size: number | null;
  type: string;
  /** Milliseconds since the epoch, where its source says it. */
  modified?: number;
  source: Answer<'listSources'>['sources'][number]['name'];
  /** The path below `/companion/`. */
  path: string;
  body: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}

export const uploadStatuses = [
  'sending',
  /** Bytes are there, or in a call that is not stopped. */
  'finishing',
  /** May be tried again. */
  'failed',
  'refused',
  /** The user has to choose the file again. */
  'missing',
  'paused',
  'waiting',
  'done',
] as const;
export type UploadStatus = (typeof uploadStatuses)[number];

interface Grant {
  readonly uploadId: string;
  readonly grant: string;
  readonly how: 'single' | 'parts';
}

/** The same key must name the same files in order. */
interface SharedCall {
  readonly how: 'bundle' | 'start';
  readonly key: string;
  readonly place: number;
  readonly of: number;
}

export interface Upload {
  readonly id: number;
  readonly group: number;
  readonly name: string;
  readonly size: number;
  readonly targetFolder: TargetFolder;
  readonly status: UploadStatus;
  readonly sent: number;
  readonly message: string | null;
  /** It may come under another name, or replace what has it. */
  readonly isTaken: boolean;
  readonly elementId: string | null;

  readonly chosenName: string;
  readonly type: string;
  readonly source: UploadSource | null;
  readonly modified: number;
  readonly remote: RemoteFile | null;
  /** The folders below the target folder. */
  readonly path: readonly string[];
  /** The user's answer; refused until then. */
  readonly ifTaken: 'keep-both' | 'replace' | null;
  /** It is on its way to a grant or a folder. */
  readonly asking: boolean;
  /** The latest turn; answers to an earlier one are ignored. */
  readonly turn: number | null;
  readonly call: SharedCall | null;
  /** Its failed bundle: the server may have the files all the same. */
  readonly failedWith: readonly number[] | null;
  readonly grant: Grant | null;
  readonly etags: Readonly<Record<number, string>>;
  readonly receipt: string | null;
  readonly key: string;
  /** Null: not kept over a reload. */
  readonly keptAs: string | null;
}

const UNSETTLED: ReadonlySet<UploadStatus> = new Set(['waiting', 'sending', 'paused', 'finishing']);
export const isUnsettledStatus = (status: UploadStatus): boolean => UNSETTLED.has(status);
/** The tab should not be closed. */
export const isUnsettled = ({ status }: Pick<Upload, 'status'>): boolean => isUnsettledStatus(status);

export const newUpload = (
  about: Pick<Upload, 'id' | 'group' | 'targetFolder' | 'name' | 'size' | 'key'> & Partial<Upload>,
): Upload => ({
  status: 'waiting',
  sent: 0,
  message: null,
  isTaken: false,
  elementId: null,
  chosenName: about.name,
  type: '',
  source: null,
  modified: 0,
  remote: null,
  path: [],
  ifTaken: null,
  asking: false,
  turn: null,
  call: null,
  failedWith: null,
  grant: null,
  etags: {},
  receipt: null,
  keptAs: about.key,
  ...about,
});
