import { Button } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { compareNames } from '@skyshelf/contracts/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import { isFolder } from '../../../../shared/kinds/kind-of.js';
import { useListFolderQuery } from '../../../../shared/listings/listings-api.js';
import { text } from '../../../../shared/messages/en.js';
import { useActionContext } from '../../actions/action.js';
import { crumbsOf } from '../../folder/folder-path.js';
import { selectionCleared } from '../../selection/selection.js';
import { selectModeSet } from '../../state/view-slice.js';
import { DialogFrame } from '../../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from '../../state/overlay-slice.js';
import { FormButtons } from '../element-form.js';
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

const SendToDialog = ({ dialog, targetFolder: source, close }: DialogProps<'send-to'>) => {
  const { action, elements } = dialog;
  const { send, dispatch } = useActionContext();
  const { path, from, goTo } = useShownFolder(source.url);
  const [sending, setSending] = useState(false);
  const { folders, folderId, state, refetch } = useFolders(path);
  const words = text.sendTo[action];
  const stays = folderId === source.folderId;
  const own = useMemo(() => new Set(elements.map(({ _id }) => _id)), [elements]);

  const confirm = async (): Promise<void> => {
    if (folderId === null || stays || sending) return;
    setSending(true);
    const to = { url: path, folderId };
    const sent = await send({ action, elements, from: source.url, to });
    setSending(false);
    if (!sent) return;
    dispatch(selectionCleared());
    dispatch(selectModeSet(false));
    close();
  };
  const name = crumbsOf(path).at(-1)?.name ?? text.files.title;
  const what = elements.length === 1 ? `“${elements[0]?.linkname}”` : text.files.count(elements.length);
  return (
    <DialogFrame title={words.title(what)} close={close} width={460}>
      <FolderTrail path={path} goTo={goTo} />
      <FolderList
        path={path}
        name={name}
        from={from}
        folders={folders}
        unavailable={own}
        state={state}
        goTo={goTo}
        retry={() => void refetch()}
      />
      <p className={css.hint} role="status">
        {stays ? text.sendTo.here : '\u00a0'}
      </p>
      <FormButtons>
        <Button variant="quiet" onClick={close}>
          {text.dialogs.cancel}
        </Button>
        <Button
          className={css.confirm}
          disabled={folderId === null || stays}
          loading={sending}
          onClick={() => void confirm()}
        >
          {words.confirm(name)}
        </Button>
      </FormButtons>
    </DialogFrame>
  );
};

export default SendToDialog;

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
