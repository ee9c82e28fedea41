import type { TargetFolder } from '../../shared/api/target-folder.js';

export const uploadStatuses = [
  'sending',
  /** All bytes are there; the element is being made. */
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

/** One file on its way, as the dock shows it. A change makes a new object. */
export interface UploadItem {
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
}

const UNSETTLED: ReadonlySet<UploadStatus> = new Set(['waiting', 'sending', 'paused', 'finishing']);
export const isUnsettledStatus = (status: UploadStatus): boolean => UNSETTLED.has(status);
/** Still something to come: the tab should not be closed. */
export const isUnsettled = ({ status }: UploadItem): boolean => isUnsettledStatus(status);

/** A file that nothing was sent of yet. */
export const newItem = (
  about: Pick<UploadItem, 'id' | 'group' | 'targetFolder' | 'name' | 'size'>,
): UploadItem => ({ ...about, status: 'waiting', sent: 0, message: null, isTaken: false, elementId: null });
