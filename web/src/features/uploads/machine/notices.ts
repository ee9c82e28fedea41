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

/** Apart from the state of items. */
export interface UploadNotices {
  admitted(elements: readonly ElementView[]): void;
  /** Refused, or renamed. */
  warned(warning: Warning): void;
  fileFailed(item: Upload): void;
  /** The grants of a batch, or its elements, were refused. */
  batchFailed(): void;
  /** A new element is to take the place and name of another. */
  replaces(replacement: Replacement): void;
  /** The user begins to bring files: what is reported of them later names this group. */
  groupBegan(group: number): void;
  /** Settled with something arrived: files and their folders, each operation once. */
  groupArrived(group: number, elements: readonly ElementView[], operations: readonly string[]): void;
}
