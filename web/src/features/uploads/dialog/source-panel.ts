import type { TargetFolder } from '../../../shared/api/target-folder.js';

export interface SourcePanelProps {
  targetFolder: TargetFolder;
  /** Files are on their way: the dialog closes. */
  done: () => void;
}
