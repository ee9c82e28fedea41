import { useCallback } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { uploads } from '../../uploads/public.js';
import { useActionContext } from '../actions/use-action-context.js';
import { DropOverlay } from './drop-overlay.js';
import { crumbsOf } from './folder-path.js';
import { useFileDrop, type DropTarget } from './use-file-drop.js';

/** Files dropped anywhere on the page go into the open folder, on a folder's tile into that one. */
export const DropZone = () => {
  const dispatch = useAppDispatch();
  const { signedIn, targetFolder, elements } = useActionContext();
  const dropped = useCallback(
    (files: File[], { folderId }: DropTarget) => {
      if (!targetFolder) return;
      const into = folderId === null ? undefined : elements.find((element) => element._id === folderId);
      uploads.add(
        into ? { url: `${targetFolder.url}${into.linkname}/`, folderId: into._id } : targetFolder,
        files,
      );
    },
    [targetFolder, elements],
  );
  const foldersRefused = useCallback(() => void dispatch(toast.warning(text.files.noFolders)), [dispatch]);
  const over = useFileDrop({ enabled: signedIn && targetFolder !== null, dropped, foldersRefused });
  if (!over || !targetFolder) return null;
  const tile = over.folderId === null ? undefined : elements.find((element) => element._id === over.folderId);
  return (
    <DropOverlay folder={tile?.linkname ?? crumbsOf(targetFolder.url).at(-1)?.name ?? text.files.title} />
  );
};
