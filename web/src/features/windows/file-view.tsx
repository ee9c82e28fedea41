import type { ElementView } from '@skyshelf/contracts/browser';
import { FilesFrom, type FileAddresses } from '../../shared/files/file-addresses.js';
import { TurnedViewer } from './viewer.js';
import css from './windows.module.css';

interface FileViewProps {
  element: ElementView;
  files: FileAddresses;
}

const nothing = (): void => undefined;

const FileView = ({ element, files }: FileViewProps) => (
  <FilesFrom value={files}>
    <div className={css.view}>
      <TurnedViewer element={element} filesList={[element]} turn={nothing} />
    </div>
  </FilesFrom>
);

export default FileView;
