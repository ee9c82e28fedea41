import type { TargetFolder } from '../../../shared/api/target-folder.js';

/** What the panel of a source gets. */
export interface SourcePanelProps {
  targetFolder: TargetFolder;
  /** Files are on their way: the dialog closes. */
  done: () => void;
}
