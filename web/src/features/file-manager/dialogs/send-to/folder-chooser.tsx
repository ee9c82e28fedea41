import { Button } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { compareNames } from '@skyshelf/contracts/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import { isFolder } from '../../../../shared/kinds/kind-of.js';
import type { TargetFolder } from '../../../../shared/listings/listing.js';
import { useListFolderQuery } from '../../../../shared/listings/listings-api.js';
import { text } from '../../../../shared/messages/en.js';
import { crumbsOf } from '../../folder/folder-path.js';
import { FolderList } from './folder-list.js';
import css from './send-to.module.css';

const NO_FOLDERS: readonly ElementView[] = [];

const useFolders = (path: string) => {
  const { currentData, isError, refetch } = useListFolderQuery(path, { refetchOnMountOrArgChange: true });
  const docs = currentData?.docs;
  const folders = useMemo(
    () => docs?.filter(isFolder).toSorted((a, b) => compareNames(a.linkname, b.linkname)) ?? NO_FOLDERS,
    [docs],
  );
  const state = currentData ? 'listed' : isError ? 'failed' : 'loading';
  return { folders, folderId: currentData?.folderId ?? null, state, refetch } as const;
};

const useShownFolder = (start: string) => {
  const [{ path, from }, setShown] = useState<{ path: string; from: string | null }>({
    path: start,
    from: null,
  });
  const goTo = (next: string): void => {
    const below = path.startsWith(next) ? path.slice(next.length).split('/')[0] : null;
    setShown({ path: next, from: below || null });
  };
  return { path, from, goTo };
};

interface FolderChooserProps {
  start: string;
  /** Folders that cannot be entered. */
  unavailable?: ReadonlySet<string>;
  /** Says why the open folder cannot be chosen. */
  refuses?: (folderId: string | null) => string | null;
  words: (folder: string) => string;
  close: () => void;
  choose: (folder: TargetFolder) => Promise<void>;
}

const none: ReadonlySet<string> = new Set();

const FolderChooser = ({
  start,
  unavailable = none,
  refuses = () => null,
  words,
  close,
  choose,
}: FolderChooserProps) => {
  const { path, from, goTo } = useShownFolder(start);
  const [choosing, setChoosing] = useState(false);
  const { folders, folderId, state, refetch } = useFolders(path);
  const refusal = refuses(folderId);
  const confirm = async (): Promise<void> => {
    if (folderId === null || refusal !== null || choosing) return;
    setChoosing(true);
    await choose({ url: path, folderId });
    setChoosing(false);
  };
  const name = crumbsOf(path).at(-1)?.name ?? text.files.title;
  return (
    <>
      <FolderTrail path={path} goTo={goTo} />
      <FolderList
        path={path}
        name={name}
        from={from}
        folders={folders}
        unavailable={unavailable}
        state={state}
        goTo={goTo}
        retry={() => void refetch()}
      />
      <p className={css.hint} role="status">
        {refusal ?? '\u00a0'}
      </p>
      <div className={css.buttons}>
        <Button variant="quiet" onClick={close}>
          {text.dialogs.cancel}
        </Button>
        <Button
          className={css.confirm}
          disabled={folderId === null || refusal !== null}
          loading={choosing}
          onClick={() => void confirm()}
        >
          {words(name)}
        </Button>
      </div>
    </>
  );
};

export default FolderChooser;

interface FolderTrailProps {
  path: string;
  goTo: (path: string) => void;
}

const FolderTrail = ({ path, goTo }: FolderTrailProps) => {
  const listRef = useRef<HTMLOListElement>(null);
  useEffect(() => void listRef.current?.scrollTo({ left: listRef.current.scrollWidth }), [path]);
  const crumbs = [{ name: text.files.title, folder: '/' }, ...crumbsOf(path)];
  return (
    <nav aria-label={text.sendTo.trail}>
      <ol ref={listRef} className={css.trail}>
        {crumbs.map(({ name, folder }, index) => (
          <li key={folder}>
            {index > 0 && <IconChevronRight size={14} aria-hidden />}
            {index === crumbs.length - 1 ? (
              <strong aria-current="location">{name}</strong>
            ) : (
              <button type="button" onClick={() => goTo(folder)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};
