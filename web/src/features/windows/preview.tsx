import type { ElementView } from '@skyshelf/contracts/browser';
import { type KeyboardEvent, useState } from 'react';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { FilesFrom, type FileAddresses } from '../../shared/files/file-addresses.js';
import { TurnedViewer } from './viewer.js';
import { viewerOf } from './viewers/registry.js';
import css from './windows.module.css';

interface PreviewProps {
  element: ElementView;
  /** The elements that it may turn to, in order. */
  visible: readonly ElementView[];
  files: FileAddresses;
  close: () => void;
}

const steps: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Shows a file where the shelf's windows are not. It counts no opening. */
const Preview = ({ element: first, visible, files, close }: PreviewProps) => {
  const viewer = viewerOf(first);
  const filesList = viewer.turnsToSiblings ? visible.filter((one) => viewerOf(one) === viewer) : [first];
  const [element, setElement] = useState(first);
  const turn = (step: 1 | -1): void => {
    const at = filesList.findIndex(({ _id }) => _id === element._id);
    setElement(filesList[(at + step + filesList.length) % filesList.length] ?? element);
  };
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent): void => {
    const step = steps[key];
    if (step && target === currentTarget) turn(step);
  };
  return (
    <FilesFrom value={files}>
      <DialogFrame title={element.linkname} close={close} width={1080}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows turn to the next file */}
        <div
          className={css.preview}
          role="group"
          aria-label={element.linkname}
          tabIndex={-1}
          data-autofocus
          onKeyDown={onKeyDown}
        >
          <TurnedViewer element={element} filesList={filesList} turn={turn} />
        </div>
      </DialogFrame>
    </FilesFrom>
  );
};

export default Preview;
