import { text } from '../../../shared/messages/en.js';
import { newUpload, type Upload, type UploadStatus, uploadStatuses } from '../machine/upload.js';

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
  'key',
  'group',
  'targetFolder',
  'path',
  'name',
  'chosenName',
  'size',
  'type',
  'modified',
  'source',
  'status',
  'message',
  'call',
  'grant',
  'receipt',
  'isTaken',
  'ifTaken',
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

const PREFIX = 'upload-parts:';
/** An upload expires after the same time. */
const KEPT_MS = 7 * 24 * 3600_000;

type Kept = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

type Etags = Readonly<Record<number, string>>;

/** Stores give ETags to the sender alone; without them a part counts as not sent. */
export class RememberedParts {
  readonly #due = new Map<string, Etags>();

  constructor(
    private readonly kept: Kept,
    private readonly now: () => number,
  ) {}

  of(uploadId: string): Etags {
    this.#forgetOld();
    return (
      this.#due.get(uploadId) ?? Object.fromEntries(readEntry(this.kept, PREFIX + uploadId)?.parts ?? [])
    );
  }

  keep(uploadId: string, etags: Etags): void {
    if (this.#due.size === 0) queueMicrotask(() => this.#write());
    this.#due.set(uploadId, etags);
  }

  #write(): void {
    for (const [uploadId, etags] of this.#due) {
      const parts = Object.entries(etags).map(([part, etag]) => [Number(part), etag]);
      try {
        if (parts.length === 0) this.kept.removeItem(PREFIX + uploadId);
        else this.kept.setItem(PREFIX + uploadId, JSON.stringify({ at: this.now(), parts }));
      } catch {
        // No room: after a reload these parts are sent again.
      }
    }
    this.#due.clear();
  }

  #forgetOld(): void {
    const keys = Array.from({ length: this.kept.length }, (_, index) => this.kept.key(index) ?? '');
    for (const key of keys.filter((each) => each.startsWith(PREFIX)))
      if (this.now() - (readEntry(this.kept, key)?.at ?? 0) > KEPT_MS) this.kept.removeItem(key);
  }
}

/** Is null for an unreadable entry. */
function readEntry(kept: Kept, key: string): { at: number; parts: [number, string][] } | null {
  try {
    const entry: unknown = JSON.parse(kept.getItem(key) ?? 'null');
    if (typeof entry !== 'object' || entry === null || !('at' in entry) || !('parts' in entry)) return null;
    const { at, parts } = entry;
    if (typeof at !== 'number' || !Array.isArray(parts)) return null;
    return { at, parts: parts.filter(isPart) };
  } catch {
    return null;
  }
}

const isPart = (each: unknown): each is [number, string] =>
  Array.isArray(each) && typeof each[0] === 'number' && typeof each[1] === 'string';
