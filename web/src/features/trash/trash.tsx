import { Button, NativeSelect } from '@mantine/core';
import { messages } from '@skyshelf/contracts/browser';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { ensureReadCookie, useReadCookie } from '../../shared/session/read-cookie.js';
import { ofTrash } from '../../shared/files/file-addresses.js';
import { startDownload } from '../../shared/files/start-download.js';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { ListEnd, ListTrail } from '../../shared/listings/list-parts.js';
import { trashTexts as text } from '../../shared/messages/trash-texts.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { cutTrashed } from '../file-manager/public.js';
import { remember } from '../undo/public.js';
import { Preview } from '../windows/public.js';
import { AskForever, KeepFor, RestoreTo } from './trash-dialogs.js';
import { downloadInTrash, isFile, isFolder, readable, TrashRow } from './trash-row.js';
import {
  type TrashedElement,
  type TrashPage,
  type TrashQuestion,
  usePurgeTrashMutation,
  useRestoreTrashMutation,
  useTrash,
} from './trash-api.js';
import css from './trash.module.css';

type Sort = keyof typeof text.sorts;
const sorts = Object.keys(text.sorts) as Sort[];
/** No folder has this id. */
const TOP = '';
const directions = { deleted: 'desc', name: 'asc', size: 'desc' } as const;

const Trash = () => {
  const [folder, setFolder] = useState<string | undefined>();
  const [words, setWords] = useState('');
  const [sort, setSort] = useState<Sort>('deleted');
  const question: TrashQuestion = {
    ...(folder !== undefined && { folder }),
    ...(words.trim() && { text: words.trim() }),
    ...(folder === undefined && { sort, direction: directions[sort] }),
  };
  useReadCookie();
  const trash = useTrash(question);
  const { listed, reload } = trash;
  const walk = (id: string | undefined): void => {
    setWords('');
    setFolder(id);
  };
  return (
    <PageFrame title={text.title} lead={listed && text.lead(listed.days)}>
      {listed && <Room listed={listed} changed={() => void reload()} />}
      <section className={css.panel} aria-label={text.title}>
        <div className={css.tools}>
          <Search words={words} change={setWords} />
          {folder === undefined && (
            <NativeSelect
              aria-label={text.sort}
              value={sort}
              data={sorts.map((value) => ({ value, label: text.sorts[value] }))}
              onChange={({ currentTarget }) => setSort(currentTarget.value as Sort)}
            />
          )}
        </div>
        {folder !== undefined && listed && (
          <ListTrail
            label={text.way}
            folders={[{ id: TOP, name: text.title }, ...listed.folders]}
            walk={(id) => walk(id === TOP ? undefined : id)}
          />
        )}
        <Rows key={folder} trash={trash} walk={walk} inFolder={folder !== undefined} />
        {listed?.docs.length === 0 && (
          <p className="nothing-yet stack">{words.trim() ? text.nothing : text.empty}</p>
        )}
      </section>
    </PageFrame>
  );
};

export default Trash;

const Search = ({ words, change }: { words: string; change: (words: string) => void }) => (
  <label className={css.search}>
    <IconSearch size={18} aria-hidden />
    <input
      type="search"
      aria-label={text.search}
      placeholder={text.search}
      value={words}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  </label>
);

interface RowsProps {
  trash: ReturnType<typeof useTrash>;
  walk: (id: string) => void;
  inFolder: boolean;
}

const Rows = ({ trash, walk, inFolder }: RowsProps) => {
  const { listed, reload } = trash;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<TrashedElement | null>(null);
  const docs = listed?.docs ?? [];
  const changed = (): void => {
    setChosen(new Set());
    void reload();
  };
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const open = (element: TrashedElement): void => {
    if (isFolder(element)) return walk(element._id);
    // Its pictures and texts are read with the cookie.
    if (isFile(element)) return void ensureReadCookie().then(() => setShown(readable(element)));
    if (element.linkurl !== null) window.open(element.linkurl, '_blank', 'noopener');
  };
  return (
    <>
      <Chosen docs={docs} chosen={chosen} choose={setChosen} changed={changed} inFolder={inFolder} />
      <ul className={css.rows}>
        {docs.map((element) => (
          <TrashRow
            key={element._id}
            element={element}
            isChosen={chosen.has(element._id)}
            toggle={() => toggle(element._id)}
            open={() => open(element)}
          />
        ))}
      </ul>
      {shown && (
        <Suspense>
          <Preview
            element={shown}
            visible={docs.filter(isFile).map(readable)}
            files={ofTrash}
            close={() => setShown(null)}
          />
        </Suspense>
      )}
      <ListEnd {...trash} words={text} hasMore={Boolean(listed?.next)} />
    </>
  );
};

const Room = ({ listed, changed }: { listed: TrashPage; changed: () => void }) => {
  const [asking, setAsking] = useState(false);
  return (
    <div className={css.room}>
      <p>{listed.kept > 0 && text.kept(formatSize(listed.kept))}</p>
      <KeepFor key={listed.days} days={listed.days} changed={changed} />
      <Button variant="danger" disabled={listed.docs.length === 0} onClick={() => setAsking(true)}>
        {text.emptyTrash}
      </Button>
      {asking && (
        <Purge ask={text.askAll} body={{ all: true }} close={() => setAsking(false)} changed={changed} />
      )}
    </div>
  );
};

interface ChosenProps {
  docs: readonly TrashedElement[];
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
  changed: () => void;
  inFolder: boolean;
}

const Chosen = ({ docs, chosen, choose, changed, inFolder }: ChosenProps) => {
  const selected = docs.filter(({ _id }) => chosen.has(_id));
  const isAll = selected.length === docs.length;
  if (docs.length === 0) return null;
  return (
    <div className={css.chosen}>
      <label className={css.all}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => choose(new Set(isAll ? [] : docs.map(({ _id }) => _id)))}
        />
        {selected.length === 0 ? text.selectAll : text.selected(selected.length)}
      </label>
      <Actions selected={selected} changed={changed} inFolder={inFolder} />
    </div>
  );
};

interface ActionsProps extends Pick<ChosenProps, 'changed' | 'inFolder'> {
  selected: readonly TrashedElement[];
}

const Actions = ({ selected, changed, inFolder }: ActionsProps) => {
  const dispatch = useAppDispatch();
  const [restore, { isLoading }] = useRestoreTrashMutation();
  const [asking, setAsking] = useState<'purge' | 'folder' | null>(null);
  const ids = selected.map(({ _id }) => _id);
  const download = downloadInTrash(selected);
  const close = (): void => setAsking(null);
  const bringBack = async (to?: string): Promise<void> => {
    const { data, error } = await restore({
      ids,
      ...(to === undefined ? inFolder && { parents: true } : { to }),
    });
    if (error) dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
    else dispatch(toast.success(text.restored(ids.length), dispatch(remember([data.operation]))));
    close();
    changed();
  };
  const cut = (): void => {
    dispatch(cutTrashed(selected));
    dispatch(toast.info(text.cut(ids.length)));
  };
  useCutKey(() => ids.length > 0 && cut());
  const isNone = ids.length === 0;
  return (
    <div className={css.actions}>
      <Button disabled={isNone} loading={isLoading} onClick={() => void bringBack()}>
        {text.restore}
      </Button>
      <Button variant="quiet" disabled={isNone} onClick={() => setAsking('folder')}>
        {text.restoreTo}
      </Button>
      <Button variant="quiet" disabled={isNone} onClick={cut}>
        {text.cutThem}
      </Button>
      <Button
        variant="quiet"
        disabled={download === null}
        onClick={() => download !== null && void startDownload(download)}
      >
        {text.download}
      </Button>
      <Button variant="danger" disabled={isNone} onClick={() => setAsking('purge')}>
        {text.deleteForever}
      </Button>
      {asking === 'purge' && (
        <Purge ask={text.askForever(ids.length)} body={{ ids }} close={close} changed={changed} />
      )}
      {asking === 'folder' && <RestoreTo count={ids.length} restore={bringBack} close={close} />}
    </div>
  );
};

/** A field that takes text keeps the key for itself. */
const FIELDS = 'input:not([type="checkbox"]), select, textarea, dialog *';

const useCutKey = (cut: () => void): void => {
  const pressed = useEffectEvent(({ key, ctrlKey, metaKey, target }: KeyboardEvent) => {
    const isCut = (ctrlKey || metaKey) && key.toLowerCase() === 'x';
    if (isCut && target instanceof Element && !target.matches(FIELDS)) cut();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => pressed(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
};

interface PurgeProps {
  ask: string;
  body: { ids: string[] } | { all: true };
  close: () => void;
  changed: () => void;
}

const Purge = ({ ask, body, close, changed }: PurgeProps) => {
  const dispatch = useAppDispatch();
  const [purge, { isLoading }] = usePurgeTrashMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await purge(body);
    if (error) dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
    else dispatch(toast.success(text.gone));
    close();
    changed();
  };
  return <AskForever ask={ask} isLoading={isLoading} close={close} confirm={() => void confirm()} />;
};
