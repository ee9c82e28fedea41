import type { ElementView } from '@skyshelf/contracts/browser';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.js';
import type { TargetFolder } from '../../../shared/api/target-folder.js';
import { dialogClosed, selectOverlay } from '../state/overlay-slice.js';
import { AddLinkDialog } from './add-link-dialog.js';
import { CreateFolderDialog } from './create-folder-dialog.js';
import { DeleteDialog } from './delete-dialog.js';
import { DownloadDialog } from './download-dialog.js';
import { EditDialog } from './edit-dialog.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';
import { TagsDialog } from './tags-dialog.js';
import { text } from '../../../shared/messages/en.js';
import { UploadSources } from '../../uploads/public.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';

const DetailsDialog = lazy(() => import('./details/details-dialog.js'));
const ImportBookmarksDialog = lazy(() => import('./bookmarks/import-bookmarks-dialog.js'));
const PaletteDialog = lazy(() => import('./palette/palette-dialog.js'));
const RetagDialog = lazy(() => import('./retag-dialog.js'));
const SendToDialog = lazy(() => import('./send-to/send-to-dialog.js'));

interface DialogsProps {
  targetFolder: TargetFolder | null;
  siblings: readonly ElementView[];
}

/** It stays in the folder where it was opened. */
const Dialogs = ({ targetFolder: present, siblings }: DialogsProps) => {
  const dispatch = useAppDispatch();
  const dialog = useAppSelector((state) => selectOverlay(state).dialog);
  const [targetFolder, setTargetFolder] = useState(present);
  // A shared link's dialog opens before the folder is known.
  if (targetFolder === null && present !== null) setTargetFolder(present);
  const close = (): void => void dispatch(dialogClosed());
  const moved = present !== null && targetFolder !== null && present.folderId !== targetFolder.folderId;
  useEffect(() => {
    if (moved) dispatch(dialogClosed());
  }, [moved, dispatch]);
  if (!dialog) return null;
  if (dialog.kind === 'shortcuts') return <ShortcutsDialog close={close} />;
  if (dialog.kind === 'palette') return <PaletteDialog close={close} />;
  if (dialog.kind === 'download') return <DownloadDialog close={close} />;
  if (!targetFolder || moved) return null;
  const rest = { targetFolder, siblings, close };
  switch (dialog.kind) {
    case 'upload':
      return <UploadDialog {...rest} />;
    case 'import-bookmarks':
      return <ImportBookmarksDialog {...rest} />;
    case 'create-folder':
      return <CreateFolderDialog dialog={dialog} {...rest} />;
    case 'add-link':
      return <AddLinkDialog dialog={dialog} {...rest} />;
    case 'edit':
      return <EditDialog dialog={dialog} {...rest} />;
    case 'delete':
      return <DeleteDialog dialog={dialog} {...rest} />;
    case 'tags':
      return <TagsDialog dialog={dialog} {...rest} />;
    case 'retag':
      return <RetagDialog dialog={dialog} {...rest} />;
    case 'send-to':
      return <SendToDialog dialog={dialog} {...rest} />;
    case 'details':
      return <DetailsDialog dialog={dialog} {...rest} />;
  }
};

export default Dialogs;

const UploadDialog = ({ targetFolder, close }: { targetFolder: TargetFolder; close: () => void }) => (
  <DialogFrame title={text.sources.title} close={close} width={680}>
    <Suspense>
      <UploadSources targetFolder={targetFolder} done={close} />
    </Suspense>
  </DialogFrame>
);
