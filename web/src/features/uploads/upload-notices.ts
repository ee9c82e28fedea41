import type { ElementView, Warning } from '@skyshelf/contracts/browser';
import type { UploadItem } from './upload-item.js';

/** What the engine reports, apart from the state of its items. */
export interface UploadNotices {
  /** Elements that exist now. */
  admitted(elements: ElementView[]): void;
  /** A word of the server on a file: refused, or renamed. */
  warned(warning: Warning): void;
  /** The bytes of one file could not be sent. */
  fileFailed(item: UploadItem): void;
  /** The grants of a batch, or its elements, were refused. */
  batchFailed(): void;
  /** Everything that was dropped together is settled, and something arrived. */
  groupArrived(): void;
}
