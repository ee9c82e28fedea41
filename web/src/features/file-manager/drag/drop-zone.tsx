import { useCallback, useEffect, useState } from 'react';
import { IconCloudUpload, IconLinkPlus } from '@tabler/icons-react';
import { type DropTarget, dropTargetOf, folderAt } from './element-drag.js';
import { acceptsText } from '../keyboard/use-keyboard.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { text } from '../../../shared/messages/en.js';
import { prepareUploads, uploadDrop, useUploadEngine } from '../../uploads/public.js';
import { useActionContext } from '../actions/action.js';
import { dialogOpened } from '../state/overlay-slice.js';
import { crumbsOf } from '../folder/folder-path.js';
import css from './drag.module.css';

interface IncomingDropOptions {
  enabled: boolean;
  /** @param target null for the open folder */
  dropped: (incoming: Incoming, data: DataTransfer, target: DropTarget | null) => void;
}

interface IncomingDrag {
  incoming: Incoming;
  target: DropTarget | null;
}

const isSame = (a: DropTarget | null, b: DropTarget | null): boolean =>
  a?.id === b?.id && a?.path === b?.path;

/** Null while nothing is dragged. */
const useIncomingDrop = ({ enabled, dropped }: IncomingDropOptions): IncomingDrag | null => {
  const [over, setOver] = useState<IncomingDrag | null>(null);
  useEffect(() => {
    let marked: Element | null = null;
    // A drag from this page.
    let own = false;
    const mark = (place: Element | null): void => {
      if (place === marked) return;
      marked?.removeAttribute('data-drop');
      place?.setAttribute('data-drop', 'true');
      marked = place;
    };
    const leave = (): void => {
      mark(null);
      setOver(null);
    };
    const found = ({ target }: DragEvent) => (target instanceof Element ? dropTargetOf(target) : null);
    const onDragOver = (event: DragEvent): void => {
      const incoming = own ? null : incomingOf(event.dataTransfer);
      // A field takes an address itself.
      if (!incoming || (incoming === 'link' && acceptsText(event.target))) return;
      // Else the browser would open the file in place of the page.
      event.preventDefault();
      const takes = incoming === 'files' ? 'copy' : 'link';
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? takes : 'none';
      if (!enabled) return;
      const at = incoming === 'files' ? found(event) : null;
      mark(at?.mark ?? null);
      const target = at?.target ?? null;
      setOver((before) =>
        before?.incoming === incoming && isSame(before.target, target) ? before : { incoming, target },
      );
    };
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) leave();
    };
    const onDrop = (event: DragEvent): void => {
      const incoming = own ? null : incomingOf(event.dataTransfer);
      if (!incoming || (incoming === 'link' && acceptsText(event.target))) return;
      event.preventDefault();
      leave();
      if (!enabled || !event.dataTransfer) return;
      dropped(incoming, event.dataTransfer, incoming === 'files' ? (found(event)?.target ?? null) : null);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('dragstart', () => void (own = true), { signal });
    document.addEventListener('dragend', () => void (own = false), { signal });
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('dragleave', onDragLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    return () => {
      mark(null);
      listeners.abort();
    };
  }, [enabled, dropped]);
  return over;
};

type Incoming = 'files' | 'link';

/** A picture of another page comes as a file. */
const incomingOf = (data: DataTransfer | null): Incoming | null =>
  data?.types.includes('Files') ? 'files' : data?.types.includes('text/uri-list') ? 'link' : null;

interface IncomingLink {
  url: string;
  name: string;
}

/** Extracts text without running or loading anything. */
const wordsOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('a')?.textContent.trim() ?? '';

/** The form says whether it may be kept. */
const linkOf = (data: DataTransfer): IncomingLink | null => {
  const lines = data.getData('text/uri-list').split(/\r?\n/);
  const url = lines.find((line) => line.trim() !== '' && !line.startsWith('#'))?.trim();
  if (url === undefined) return null;
  const words = wordsOf(data.getData('text/html'));
  return { url, name: URL.canParse(words) ? '' : words };
};

export const DropZone = () => {
  const { signedIn, reachable, targetFolder, elements, dispatch } = useActionContext();
  const uploads = useUploadEngine();
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
      uploadDrop(uploads, isElsewhere ? dispatch(folderAt(target.path, text.uploads.failed)) : into, data);
    },
    [targetFolder, elements, dispatch, uploads],
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
