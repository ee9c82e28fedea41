import type { ElementView, OpenedShare } from '@skyshelf/contracts/browser';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatDay, formatSize } from '../../shared/format/dates-and-sizes.js';
import { downloadPath } from '../../shared/files/paths.js';
import { isFile, isFolder } from '../../shared/kinds/kind-of.js';
import { visitorTexts as text } from '../../shared/messages/visitor-texts.js';
import { below } from '../../shared/session/visit.js';
import { Thumb } from '../../features/file-manager/grid/thumb.js';
import { pathOf, pathOfPage, topOf } from './first-view.js';
import type { Sort } from './share-calls.js';
import { useShown } from './use-shown.js';
import css from './visitor.module.css';

const VisitorWindows = lazy(() => import('./visitor-windows.js'));

const sorts = Object.keys(text.sorts) as Sort[];

const usePath = (): string => {
  const [path, setPath] = useState(pathOfPage);
  useEffect(() => {
    const follow = (): void => setPath(pathOfPage());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return path;
};

const hrefOf = (path: string): string => `#${encodeURI(path)}`;

interface ShownFolderProps {
  share: OpenedShare;
  /** The path that `share.folder` was asked for by. */
  opened: string;
  lost: (failure: unknown) => void;
}

export const ShownFolder = ({ share, opened: first, lost }: ShownFolderProps) => {
  const top = topOf(share);
  const asked = usePath();
  const path = asked === '/' ? top : asked;
  const [words, setWords] = useState('');
  const [sort, setSort] = useState<Sort>('name');
  const [isList, setList] = useState(false);
  const [opened, setOpened] = useState<{ element: ElementView; at: number } | null>(null);
  const { shown, more } = useShown(
    { path, words: words.trim(), sort },
    asked === first ? share.folder : undefined,
    lost,
  );
  const docs = shown?.docs ?? [];
  const folder = path === '/' ? 'root' : shown?.folderId;
  return (
    <section className={css.panel} aria-label={text.shown}>
      <div className={css.tools}>
        <Trail path={path} top={top} title={share.title || text.untitled} />
        <Choices
          words={words}
          setWords={setWords}
          sort={sort}
          setSort={setSort}
          isList={isList}
          setList={setList}
        />
        {share.download && folder && docs.length > 0 && (
          <a className={css.button} href={below(`/api/download?folder=${folder}`)} download>
            {path === top ? text.downloadAll : text.downloadFolder}
          </a>
        )}
      </div>
      <ul className={isList ? css.list : css.tiles} data-list={isList}>
        {docs.map((element) => (
          <Element
            key={element._id}
            element={element}
            isList={isList}
            offers={share.download}
            open={() => setOpened({ element, at: (opened?.at ?? 0) + 1 })}
          />
        ))}
      </ul>
      {shown && docs.length === 0 && <p className={css.none}>{words.trim() ? text.nothing : text.empty}</p>}
      {shown?.next && (
        <button type="button" className={css.quiet} onClick={() => void more()}>
          {text.more}
        </button>
      )}
      <Suspense>{opened && <VisitorWindows {...opened} visible={docs} />}</Suspense>
    </section>
  );
};

interface ChoicesProps {
  words: string;
  setWords: (words: string) => void;
  sort: Sort;
  setSort: (sort: Sort) => void;
  isList: boolean;
  setList: (isList: boolean) => void;
}

const Choices = ({ words, setWords, sort, setSort, isList, setList }: ChoicesProps) => (
  <>
    <label className={css.search}>
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
    </label>
    <select
      aria-label={text.sort}
      value={sort}
      onChange={({ currentTarget }) => setSort(currentTarget.value as Sort)}
    >
      {sorts.map((field) => (
        <option key={field} value={field}>
          {text.sorts[field]}
        </option>
      ))}
    </select>
    <button type="button" className={css.quiet} aria-pressed={isList} onClick={() => setList(!isList)}>
      {isList ? text.views.tiles : text.views.list}
    </button>
  </>
);

const Trail = ({ path, top, title }: { path: string; top: string; title: string }) => {
  const start = top === '/' ? '' : top;
  const names = path
    .slice(start.length)
    .split('/')
    .filter((name) => name !== '');
  return (
    <nav aria-label={text.way} className={css.way}>
      <ol className="trail">
        {[title, ...names].map((name, index) => {
          const isLast = index === names.length;
          return (
            <li key={names.slice(0, index).join('/')}>
              {index > 0 && <span aria-hidden>›</span>}
              {isLast ? (
                <strong aria-current="page" dir="auto">
                  {name}
                </strong>
              ) : (
                <a href={hrefOf([start, ...names.slice(0, index)].join('/') || '/')} dir="auto">
                  {name}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
};

interface ElementProps {
  element: ElementView;
  isList: boolean;
  offers: boolean;
  open: () => void;
}

const Element = ({ element, isList, offers, open }: ElementProps) => {
  const { linkname, linkurl, size, date, modified } = element;
  const face = (
    <>
      <span className={css.thumb}>
        <Thumb element={element} cookieReady />
      </span>
      <span className={css.name} dir="auto">
        {linkname}
      </span>
    </>
  );
  return (
    <li className={css.element}>
      {isFolder(element) ? (
        <a className={css.face} href={hrefOf(pathOf(element))}>
          {face}
        </a>
      ) : isFile(element) ? (
        <button type="button" className={css.face} onClick={open}>
          {face}
        </button>
      ) : (
        <a className={css.face} href={linkurl ?? undefined} target="_blank" rel="noopener noreferrer">
          {face}
        </a>
      )}
      {isList && (
        <>
          <small>{formatDay(modified ?? date)}</small>
          <small>{isFile(element) && formatSize(size)}</small>
        </>
      )}
      {offers && isFile(element) && linkurl !== null && (
        <a
          className={css.download}
          href={downloadPath([linkurl])}
          download
          aria-label={text.download(linkname)}
          title={text.download(linkname)}
        >
          ↓
        </a>
      )}
    </li>
  );
};
