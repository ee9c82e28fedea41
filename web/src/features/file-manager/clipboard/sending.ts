import type { ElementView } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../../shared/api/target-folder.js';

export interface Sending {
  action: 'cut' | 'copy';
  elements: readonly ElementView[];
  /** Path of the folder they are in. */
  from: string;
  to: TargetFolder;
}
