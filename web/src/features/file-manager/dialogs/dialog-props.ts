import type { ElementView } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../../shared/api/target-folder.js';
import type { Dialog } from '../state/overlay-slice.js';

export interface DialogProps<Kind extends Dialog['kind'] = Dialog['kind']> {
  dialog: Extract<Dialog, { kind: Kind }>;
  targetFolder: TargetFolder;
  siblings: readonly ElementView[];
  close: () => void;
}
