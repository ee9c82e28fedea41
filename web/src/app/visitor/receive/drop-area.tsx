import type { OpenedShare } from '@skyshelf/contracts/browser';
import { IconCloudUpload, IconFiles, IconFolderUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useUploadEngine, useUploads } from '../../../features/uploads/page-uploads.js';
import { chosenFiles, readDrop, uploadTree } from '../../../features/uploads/tree/dropped-tree.js';
import { pickFiles } from '../../../features/uploads/tree/pick-files.js';
import { receivingTexts as text } from '../../../shared/messages/receiving-texts.js';
import { sendingTarget } from './drop-transport.js';
import css from './receiving.module.css';

type Tree = Parameters<typeof uploadTree>[2];

interface DropAreaProps {
  kinds: NonNullable<OpenedShare['receives']>['kinds'];
  /** Answers whether files may come now. */
  mayBegin: () => boolean;
}

export const DropArea = ({ kinds, mayBegin }: DropAreaProps) => {
  const uploads = useUploadEngine();
  const send = (tree: Tree): void => void (mayBegin() && uploadTree(uploads, sendingTarget(), tree));
  const isBegun = useUploads().totals.all > 0;
  const isOver = useDrop((data) => send(readDrop(data)));
  return (
    <div className={css.area} data-over={isOver} data-begun={isBegun}>
      <IconCloudUpload size={56} stroke={1.25} aria-hidden />
      <p className={css.invitation}>{isOver ? text.dropNow : text.drop}</p>
      <p className={css.or}>{text.or}</p>
      <Choosers accept={acceptOf(kinds)} send={send} mayBegin={mayBegin} />
    </div>
  );
};

const media = ['image', 'video', 'audio'];

/** Choosers of files know the kinds of media alone. */
const acceptOf = (kinds: DropAreaProps['kinds']): string | undefined =>
  kinds?.every((kind) => media.includes(kind)) ? kinds.map((kind) => `${kind}/*`).join() : undefined;

interface ChoosersProps extends Pick<DropAreaProps, 'mayBegin'> {
  accept: string | undefined;
  send: (tree: Tree) => void;
}

const Choosers = ({ accept, send, mayBegin }: ChoosersProps) => {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = async (): Promise<void> => {
    if (!mayBegin()) return;
    const picked = accept === undefined ? await pickFiles() : 'unknown';
    if (picked === 'unknown') return files.current?.click();
    if (picked.length > 0) send(chosenFiles(picked));
  };
  const chosen = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    send(chosenFiles(Array.from(currentTarget.files ?? [], (file) => ({ file }))));
    currentTarget.value = '';
  };
  return (
    <div className={css.choices}>
      <button type="button" className={css.choose} onClick={() => void choose()}>
        <IconFiles size={18} aria-hidden />
        {text.chooseFiles}
      </button>
      <button type="button" className={css.quiet} onClick={() => mayBegin() && folder.current?.click()}>
        <IconFolderUp size={18} aria-hidden />
        {text.chooseFolder}
      </button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={text.chooseFiles}
        onChange={chosen}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={text.chooseFolder}
        webkitdirectory=""
        onChange={chosen}
      />
    </div>
  );
};

const holdsFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.includes('Files') ?? false;

/** Files may be dropped anywhere on the page. Answers whether some are above it. */
function useDrop(dropped: (data: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent(dropped);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event.dataTransfer)) return;
        // Else the browser would open the file in place of the page.
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      { signal },
    );
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    });
    document.addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      },
      { signal },
    );
    return () => listeners.abort();
  }, []);
  return isOver;
}
