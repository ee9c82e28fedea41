import { Button, Loader } from '@mantine/core';
import { blobOfAddress } from '@skyshelf/contracts/browser';
import { Suspense, useState } from 'react';
import { ofShelf, ofTrash, ofVersion, type FileAddresses } from '../../shared/files/file-addresses.js';
import { SmallPicture } from '../../shared/files/small-picture.js';
import { formatDay, formatSize } from '../../shared/format/dates-and-sizes.js';
import { ListEnd, ListName, ListTrail } from '../../shared/listings/list-parts.js';
import { rewindTexts as text } from '../../shared/messages/rewind-texts.js';
import { ensureReadCookie, useReadCookie, useReadCookieReady } from '../../shared/session/read-cookie.js';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { layoutChosen, selectView, Thumb } from '../file-manager/public.js';
import { Preview } from '../windows/public.js';
import { PutBack } from './put-back.js';
import { type FormerElement, useFormerFolder, type When } from './rewind-api.js';
import css from './rewind.module.css';

interface FormerFolderPanelProps {
  top: string;
  when: When;
  words: string;
  /** Leads above the folder that the page is about. */
  leave: () => void;
  changed: () => void;
}

export const FormerFolderPanel = ({ top, when, words, leave, changed }: FormerFolderPanelProps) => {
  const [folder, walk] = useState(top);
  const [asking, setAsking] = useState(false);
  useReadCookie();
  const dispatch = useAppDispatch();
  const isList = useAppSelector((state) => selectView(state).layout === 'list');
  const former = useFormerFolder(folder, when);
  const { listed, isError, reload } = former;
  return (
    <section className={css.panel} aria-label={words}>
      <div className={css.head}>
        <h2>{words}</h2>
        <Button variant="quiet" onClick={() => dispatch(layoutChosen(isList ? 'block' : 'list'))}>
          {isList ? text.asTiles : text.asList}
        </Button>
        {listed && (
          <Button onClick={() => setAsking(true)}>
            {folder === 'root' ? text.putAllBack : text.putBack}
          </Button>
        )}
      </div>
      {listed && (
        <ListTrail
          label={text.way}
          folders={[{ id: 'root', name: text.shelf }, ...listed.folders]}
          walk={(id) => (id === 'root' && top !== id ? leave() : walk(id))}
        />
      )}
      {!listed && !isError && <Loader size="sm" role="status" aria-label={words} />}
      {listed && <Rows key={folder} docs={listed.docs} walk={walk} isList={isList} />}
      {listed?.docs.length === 0 && listed.gone === 0 && <p className="nothing-yet stack">{text.empty}</p>}
      {listed !== null && listed.gone > 0 && <p className={css.soft}>{text.gone(listed.gone)}</p>}
      <ListEnd {...former} words={{ ...text, more: text.moreDocs }} hasMore={Boolean(listed?.next)} />
      {asking && (
        <PutBack
          folder={folder}
          when={when}
          close={() => setAsking(false)}
          done={() => {
            changed();
            void reload();
          }}
        />
      )}
    </section>
  );
};

const isFolder = ({ linktype }: FormerElement): boolean => linktype === 'folder';
const isFile = ({ linkurl }: FormerElement): boolean => linkurl !== null && blobOfAddress(linkurl) !== null;

/** Its bytes may lie elsewhere by now. Nothing is made of them any more. */
const filesOf = ({ kept }: FormerElement): FileAddresses =>
  kept === 'trash' ? ofTrash : kept === 'version' ? ofVersion : ofShelf;

/** A text that has no document is shown as it is. An earlier content has its own id: news of the file are not of it. */
const readable = (element: FormerElement): FormerElement => {
  const isBare = element.linktype === 'text/plain' && element.openElement === null;
  const shown = element.kept && isBare ? { ...element, extension: null } : element;
  return element.kept === 'version' ? { ...shown, _id: `${element._id}-then` } : shown;
};

interface RowsProps {
  docs: readonly FormerElement[];
  walk: (id: string) => void;
  isList: boolean;
}

const Rows = ({ docs, walk, isList }: RowsProps) => {
  const [shown, setShown] = useState<FormerElement | null>(null);
  const open = (element: FormerElement): void => {
    if (isFolder(element)) return walk(element._id);
    if (isFile(element)) return void ensureReadCookie().then(() => setShown(readable(element)));
    if (element.linkurl !== null) window.open(element.linkurl, '_blank', 'noopener');
  };
  const alike = docs.filter((each) => isFile(each) && each.kept === shown?.kept).map(readable);
  const Entry = isList ? Row : Tile;
  return (
    <>
      <ul className={isList ? css.rows : css.tiles}>
        {docs.map((element) => (
          <Entry key={element._id} element={element} open={() => open(element)} />
        ))}
      </ul>
      {shown && (
        <Suspense>
          <Preview element={shown} visible={alike} files={filesOf(shown)} close={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
};

interface EntryProps {
  element: FormerElement;
  open: () => void;
}

const canOpen = (element: FormerElement): boolean => isFolder(element) || element.linkurl !== null;

const noteOf = ({ gone, kept }: FormerElement): string | null => {
  if (gone) return text.isGone;
  if (kept === 'trash') return text.inTrash;
  return kept === 'version' ? text.isVersion : null;
};

const Row = ({ element, open }: EntryProps) => {
  const { linkname: name, gone, size, date } = element;
  return (
    <li data-gone={gone}>
      <SmallPicture element={element} size={40} files={filesOf(element)} />
      <ListName name={name} label={text.open(name)} open={canOpen(element) ? open : undefined}>
        <small>{noteOf(element)}</small>
      </ListName>
      <small className={css.size}>{!isFolder(element) && formatSize(size)}</small>
      <small className={css.date}>{!gone && formatDay(date)}</small>
    </li>
  );
};

/** Films stand still: their clips are read without a mark. */
const still = ({ thumbnailScrub: _, ...element }: FormerElement) => ({ ...element, thumbnailVideo: null });

const Tile = ({ element, open }: EntryProps) => {
  const { linkname: name, gone } = element;
  const cookieReady = useReadCookieReady();
  return (
    <li data-gone={gone}>
      <button
        type="button"
        className={css.face}
        disabled={!canOpen(element)}
        aria-label={text.open(name)}
        onClick={open}
      >
        <span className={css.thumb}>
          <Thumb element={still(element)} cookieReady={cookieReady} path={filesOf(element).path} />
        </span>
        <span className={css.name} dir="auto">
          {name}
        </span>
      </button>
      <small>{noteOf(element)}</small>
    </li>
  );
};
