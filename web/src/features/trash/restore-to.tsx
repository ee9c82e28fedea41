import { Suspense } from 'react';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { trashTexts as text } from '../../shared/messages/trash-texts.js';
import { FolderChooser } from '../file-manager/public.js';

interface RestoreToProps {
  count: number;
  restore: (folderId: string) => Promise<void>;
  close: () => void;
}

export const RestoreTo = ({ count, restore, close }: RestoreToProps) => (
  <DialogFrame title={text.restoreWhat(count)} close={close} width={460}>
    <Suspense>
      <FolderChooser
        start="/"
        words={text.restoreInto}
        close={close}
        choose={({ folderId }) => restore(folderId)}
      />
    </Suspense>
  </DialogFrame>
);
