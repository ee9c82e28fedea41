import type { ElementView, Warning } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../../shared/api/target-folder.js';
import type { Upload } from './upload.js';

export interface Replacement {
  elementId: string;
  targetFolder: TargetFolder;
  /** As the file was chosen. */
  name: string;
  /** What made the element; a server of the version before does not say. */
  operation: string | undefined;
}

/** What the engine reports, apart from the state of its items. */
export interface UploadNotices {
  /** Elements that exist now. */
  admitted(elements: readonly ElementView[]): void;
  /** A word of the server on a file: refused, or renamed. */
  warned(warning: Warning): void;
  /** The bytes of one file could not be sent. */
  fileFailed(item: Upload): void;
  /** The grants of a batch, or its elements, were refused. */
  batchFailed(): void;
  /** A new element is there that is to take the place, and the name, of the one that has it. */
  replaces(replacement: Replacement): void;
  /** The user begins to bring files: what is reported of them later names this group. */
  groupBegan(group: number): void;
  /**
   * Everything that was dropped together is settled, and something arrived: these files and the folders made for
   * them, by these operations, each once.
   */
  groupArrived(group: number, elements: readonly ElementView[], operations: readonly string[]): void;
}
