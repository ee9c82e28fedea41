import type { ElementView, Warning } from '@skyshelf/contracts/browser';
import type { UploadItem } from './upload-item.js';

/** What the engine tells its surroundings, apart from the state of its items. */
export interface UploadNotices {
  /** Elements that exist now. */
  admitted(elements: ElementView[]): void;
  /** A word of the server on a file: refused, or renamed. */
  warned(warning: Warning): void;
  /** The bytes of one file could not be sent. */
  fileFailed(item: UploadItem): void;
  /** Leave for a batch, or its elements, could not be had. */
  batchFailed(): void;
  /** Everything that was dropped together is settled, and something arrived. */
  groupArrived(): void;
}
