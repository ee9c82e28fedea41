import type { TargetFolder } from '../../shared/api/target-folder.js';

export type UploadStatus =
  /** Its turn has not come. */
  | 'waiting'
  | 'sending'
  | 'paused'
  /** All bytes are there; the element is being made. */
  | 'finishing'
  | 'done'
  /** May be tried again. */
  | 'failed'
  /** The server said no. */
  | 'refused';

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
  /** The element it became. */
  readonly elementId: string | null;
}

const UNSETTLED: ReadonlySet<UploadStatus> = new Set(['waiting', 'sending', 'paused', 'finishing']);
/** Still something to come: the tab should not be closed. */
export const isUnsettled = (item: UploadItem): boolean => UNSETTLED.has(item.status);
