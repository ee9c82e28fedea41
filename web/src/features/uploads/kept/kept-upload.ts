import { text } from '../../../shared/messages/en.js';
import { newUpload, uploadStatuses, type Upload, type UploadStatus } from '../machine/upload.js';

/** Other versions are dropped. */
export const KEPT_VERSION = 1;

export interface KeptUpload extends Pick<Upload, (typeof keptFields)[number]> {
  readonly version: typeof KEPT_VERSION;
  readonly id: string;
  readonly drive: string;
  readonly tab: string;
  readonly order: number;
}

const keptFields = [
  ...(['key', 'group', 'targetFolder', 'path', 'name', 'chosenName', 'size', 'type', 'modified'] as const),
  ...(['source', 'status', 'message', 'call', 'grant', 'receipt', 'isTaken', 'ifTaken'] as const),
] as const;

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

export const isKeptUpload = (value: unknown): value is KeptUpload => isKept(value);

/** Null for one that does not outlive the page. */
export function rowOf(upload: Upload, about: Pick<KeptUpload, 'drive' | 'tab' | 'order'>): KeptUpload | null {
  if (upload.keptAs === null) return null;
  const kept = Object.fromEntries(keptFields.map((field) => [field, upload[field]]));
  return { version: KEPT_VERSION, id: upload.keptAs, ...about, ...kept } as KeptUpload;
}

/** @param hasBytes whether they can still be read */
export function uploadOf(
  kept: KeptUpload,
  about: Pick<Upload, 'id' | 'group' | 'etags'>,
  hasBytes: boolean,
): Upload {
  const { version: _, id, drive: __, tab: ___, order: ____, ...known } = kept;
  const status = statusOf(kept, hasBytes);
  const message = status === 'missing' ? text.uploads.status.missing : kept.message;
  const sent = kept.receipt === null ? 0 : kept.size;
  const stands = status === 'failed' || status === 'refused';
  return newUpload({
    ...known,
    ...about,
    keptAs: id,
    status,
    sent,
    message: stands || status === 'missing' ? message : null,
    isTaken: stands && kept.isTaken,
  });
}

function statusOf({ status, receipt }: KeptUpload, hasBytes: boolean): UploadStatus {
  if (status === 'failed' || status === 'refused') return status;
  if (receipt !== null) return 'finishing';
  if (!hasBytes) return 'missing';
  return status === 'paused' ? 'paused' : 'waiting';
}
