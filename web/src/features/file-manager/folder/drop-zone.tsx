import { useCallback, useEffect } from 'react';
import { IconCloudUpload, IconLinkPlus } from '@tabler/icons-react';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { text } from '../../../shared/messages/en.js';
import { prepareUploads, uploadDrop } from '../../uploads/public.js';
import { useActionContext } from '../actions/action.js';
import type { DropTarget } from '../drag/drop-target.js';
import { dialogOpened } from '../state/overlay-slice.js';
import { folderAt } from './folder-at.js';
import { crumbsOf } from './folder-path.js';
import { type Incoming, linkOf, useIncomingDrop } from './use-incoming-drop.js';
import css from './drop-overlay.module.css';

export const DropZone = () => {
  const { signedIn, reachable, targetFolder, elements, dispatch } = useActionContext();
  const dropped = useCallback(
    (incoming: Incoming, data: DataTransfer, target: DropTarget | null): void => {
      if (!targetFolder) return;
      if (incoming === 'link') {
        const link = linkOf(data);
        if (link) dispatch(dialogOpened({ kind: 'add-link', ...link }));
        return;
      }
      const tile = elements.find(({ _id }) => _id === target?.id);
      const into: TargetFolder = tile
        ? { url: `${targetFolder.url}${tile.linkname}/`, folderId: tile._id }
        : targetFolder;
      const isElsewhere = target?.path !== undefined && target.path !== targetFolder.url;
      uploadDrop(isElsewhere ? dispatch(folderAt(target.path, text.uploads.failed)) : into, data);
    },
    [targetFolder, elements, dispatch],
  );
  const over = useIncomingDrop({ enabled: signedIn && reachable && targetFolder !== null, dropped });
  const holdsFiles = over?.incoming === 'files';
  useEffect(() => {
    if (holdsFiles) prepareUploads();
  }, [holdsFiles]);
  if (!over || !targetFolder) return null;
  const tile = elements.find(({ _id }) => _id === over.target?.id);
  const path = over.target?.path ?? targetFolder.url;
  const name = tile?.linkname ?? crumbsOf(path).at(-1)?.name ?? text.files.title;
  return <DropOverlay incoming={over.incoming} folder={name} />;
};

const looks = {
  files: { Icon: IconCloudUpload, words: text.files.dropHere },
  link: { Icon: IconLinkPlus, words: text.files.dropLinkHere },
};

const DropOverlay = ({ incoming, folder }: { incoming: Incoming; folder: string }) => {
  const { Icon, words } = looks[incoming];
  return (
    <div className={css.overlay} aria-hidden>
      <div className={css.word}>
        <Icon size={24} stroke={1.75} />
        {words(folder)}
      </div>
    </div>
  );
};
