import type { Report, UploadState } from './upload-state.js';
import { isUnsettled, type Upload, type UploadStatus } from './upload.js';

/** One event's changes; shared with the last state, which never changes. */
export type Draft = { -readonly [Field in keyof UploadState]: UploadState[Field] } & {
  touched: number[];
  reports: Report[];
  readonly ended: Set<number>;
};

type NoticeReport = Report & { report: 'tell' };

const ENDS: ReadonlySet<Transition> = new Set(['admit', 'fail', 'refuse', 'cancel']);

/** The only place that writes a status, by the table. Answers whether it did. */
export function move(
  draft: Draft,
  id: number,
  what: Transition,
  change: Partial<Omit<Upload, 'id' | 'group' | 'status'>> = {},
): boolean {
  const before = draft.uploads.get(id);
  const status = before && statusAfter(before.status, what);
  if (!before || !status) return false;
  write(draft, before, status === 'gone' ? undefined : { ...before, ...change, status });
  if (ENDS.has(what)) draft.ended.add(before.group);
  return true;
}

export function note(
  draft: Draft,
  id: number,
  change: Partial<Omit<Upload, 'id' | 'group' | 'status'>>,
): void {
  const before = draft.uploads.get(id);
  if (before) write(draft, before, { ...before, ...change });
}

export const add = (draft: Draft, upload: Upload): void => write(draft, undefined, upload);

function write(draft: Draft, before: Upload | undefined, after: Upload | undefined): void {
  const { id = 0 } = after ?? before ?? {};
  draft.uploads = draft.uploads.with(id, after);
  draft.touched.push(id);
  if (before?.status === after?.status && before?.size === after?.size) return;
  if (before) count(draft, before, -1);
  if (after) count(draft, after, 1);
}

function count(draft: Draft, upload: Upload, sign: 1 | -1): void {
  const { open, files, bytes, unsettled, done } = draft.groups.get(upload.group) ?? noFiles;
  draft.groups = draft.groups.with(upload.group, {
    open,
    files: files + sign,
    bytes: bytes + sign * upload.size,
    unsettled: unsettled + (isUnsettled(upload) ? sign : 0),
    done: done + (upload.status === 'done' ? sign : 0),
  });
}

const noFiles = { open: false, files: 0, bytes: 0, unsettled: 0, done: 0 };

export const tell = <Notice extends NoticeReport['notice']>(
  draft: Draft,
  notice: Notice,
  ...about: (NoticeReport & { notice: Notice })['about']
): void => void draft.reports.push({ report: 'tell', notice, about } as NoticeReport);

export function setOpen(draft: Draft, group: number, open: boolean): void {
  draft.groups = draft.groups.with(group, { ...(draft.groups.get(group) ?? noFiles), open });
  if (!open) draft.ended.add(group);
}

export function settle(draft: Draft): void {
  for (const group of draft.ended) {
    const { open, unsettled, files, bytes, done } = draft.groups.get(group) ?? noFiles;
    if (open || unsettled > 0) continue;
    if (files === 0) draft.groups = draft.groups.with(group, undefined);
    else draft.reports.push({ report: 'settled', group, files, bytes, done });
  }
}

type Row = Partial<Record<UploadStatus, UploadStatus | 'gone'>>;

/** All status changes; what is not listed changes nothing. Also in `docs/architecture.md`, by test. */
export const transitions = {
  send: { waiting: 'sending' },
  /** A repeated call includes it though paused: the server knows the call by all files. */
  bundle: { waiting: 'finishing', paused: 'finishing' },
  unbundle: { finishing: 'waiting' },
  arrive: { sending: 'finishing' },
  admit: { finishing: 'done' },
  refuse: { waiting: 'refused', paused: 'refused', finishing: 'refused' },
  fail: { waiting: 'failed', paused: 'failed', sending: 'failed', finishing: 'failed' },
  lose: { sending: 'missing', finishing: 'missing' },
  pause: { waiting: 'paused', sending: 'paused' },
  resume: { paused: 'waiting', failed: 'waiting', missing: 'waiting' },
  readmit: { paused: 'finishing', failed: 'finishing', missing: 'finishing' },
  retake: { refused: 'waiting' },
  cancel: {
    waiting: 'gone',
    sending: 'gone',
    paused: 'gone',
    failed: 'gone',
    refused: 'gone',
    missing: 'gone',
    done: 'gone',
  },
  clear: { done: 'gone', failed: 'gone', refused: 'gone', missing: 'gone' },
} satisfies Record<string, Row>;

type Transition = keyof typeof transitions;

const statusAfter = (status: UploadStatus, what: Transition): UploadStatus | 'gone' | undefined =>
  (transitions[what] as Row)[status];
