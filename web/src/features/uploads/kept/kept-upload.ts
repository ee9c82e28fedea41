import type { TargetFolder } from '../../../shared/api/target-folder.js';
import type { UploadSource } from '../upload-port.js';
import type { SharedCall } from '../upload-work.js';
import { uploadStatuses, type UploadStatus } from '../upload-item.js';

/** The shape of what is kept. One that says otherwise, older or newer, is dropped. */
export const KEPT_VERSION = 1;

/** An upload as it outlives the page: all that is needed to go on, but the bytes. */
export interface KeptUpload {
  version: typeof KEPT_VERSION;
  /** What it is kept as. */
  id: string;
  /** The intention of sending this file. */
  key: string;
  /** Whose it is: the id of the account's drive. */
  drive: string;
  /** The tab that works on it. */
  tab: string;
  /** Place in the queue. */
  order: number;
  group: number;
  targetFolder: TargetFolder;
  path: readonly string[];
  name: string;
  chosenName: string;
  size: number;
  type: string;
  modified: number;
  source: UploadSource | null;
  status: UploadStatus;
  message: string | null;
  call: SharedCall | null;
  grant: { uploadId: string; grant: string; how: 'single' | 'parts' } | null;
  receipt: string | null;
  isTaken: boolean;
  ifTaken: 'keep-both' | 'replace' | null;
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value);
const record =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const fields: Record<keyof KeptUpload, Check> = {
  version: oneOf(KEPT_VERSION),
  id: isText,
  key: isText,
  drive: isText,
  tab: isText,
  order: isNumber,
  group: isNumber,
  targetFolder: record({ url: isText, folderId: isText }),
  path: isTexts,
  name: isText,
  chosenName: isText,
  size: isNumber,
  type: isText,
  modified: isNumber,
  source: orNull(isText),
  status: oneOf(...uploadStatuses),
  message: orNull(isText),
  call: orNull(record({ how: oneOf('bundle', 'start'), key: isText, place: isNumber, of: isNumber })),
  grant: orNull(record({ uploadId: isText, grant: isText, how: oneOf('single', 'parts') })),
  receipt: orNull(isText),
  isTaken: oneOf(true, false),
  ifTaken: oneOf('keep-both', 'replace', null),
};
const isKept = record(fields);

/** Whether this was written by us, in this form. */
export const isKeptUpload = (value: unknown): value is KeptUpload => isKept(value);
