import { IconChevronRight } from '@tabler/icons-react';
import { lazy, memo, type MouseEvent, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { text } from '../../shared/messages/en.js';
import { addressOfFolder, crumbsOf } from './folder/folder-path.js';
import { store, useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { isReachable, useReachable } from '../../shared/connection/connection.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { useSession } from '../../shared/session/current-session.js';
import { type ActionContext, ActionContextValue } from './actions/action.js';
import { useCompact } from '../../shared/dom/media-queries.js';
import { selectClipboard, sendElements } from './clipboard/clipboard.js';
import { type FolderListing, useListing } from './listing/use-listing.js';
import { startDownload } from '../../shared/files/start-download.js';
import { dialogOpened, selectOverlay } from './state/overlay-slice.js';
import { rememberView, selectView } from './state/view-slice.js';
import { selectionCleared, selectSelection } from './selection/selection.js';
import { NotFound } from '../../shared/pages/notice.js';
import { usePageTitle } from '../../shared/pages/page-title.js';
import { uploadChosen, useUploadEngine } from '../uploads/public.js';
import { usePaste } from './clipboard/use-paste.js';
import { FolderContent, Marquee } from './folder-content.js';
import { DragElements } from './drag/drag-elements.js';
import { DropZone } from './drag/drop-zone.js';
import { usePrefetch } from './folder/use-prefetch.js';
import { useFolder } from './folder/use-folder.js';
import type { Geometry } from './grid/listing-view.js';
import { useKeyboard } from './keyboard/use-keyboard.js';
import { ContextMenu, RoundMenu } from './toolbar/action-menus.js';
import { SelectionBar, Toolbar } from './toolbar/toolbar.js';
import { ViewControls } from './toolbar/view-controls.js';
import css from './file-manager.module.css';

/** After layout: asked earlier, it would force one. */
const showEnd = (end: HTMLLIElement | null): (() => void) | undefined => {
  if (!end) return;
  const list = end.parentElement;
  const observer = new ResizeObserver(() => list?.scrollTo({ left: list.scrollWidth }));
  observer.observe(end);
  return () => observer.disconnect();
};

export const Breadcrumb = memo(function Breadcrumb({ folder }: { folder: string }) {
  const crumbs = [{ name: text.files.title, folder: '/' }, ...crumbsOf(folder)];
  return (
    <nav className={css.breadcrumb} aria-label={text.files.breadcrumb}>
      <ol className="trail">
        {crumbs.map((crumb, index) => (
          <li key={crumb.folder} ref={index === crumbs.length - 1 ? showEnd : undefined}>
            {index > 0 && <IconChevronRight size={16} aria-hidden />}
            {index === crumbs.length - 1 ? (
              <h1 aria-current="page" data-drop-folder={crumb.folder}>
                {crumb.name}
              </h1>
            ) : (
              <Link href={addressOfFolder(crumb.folder)} data-drop-folder={crumb.folder} draggable={false}>
                {crumb.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
});

interface ActionSources {
  listing: FolderListing;
  goTo: (folder: string) => void;
  folderRef: RefObject<HTMLInputElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
}

type Deeds = Pick<ActionContext, 'send' | 'download' | 'pickFolder' | 'focusSearch'>;

const useDeeds = ({ folderRef, searchRef }: Pick<ActionSources, 'folderRef' | 'searchRef'>): Deeds => {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      send: async (sending) => {
        if (isReachable()) return dispatch(sendElements(sending));
        dispatch(toast.warning(text.actions.offline));
        return false;
      },
      download: (path) => {
        dispatch(dialogOpened({ kind: 'download' }));
        void startDownload(path);
      },
      pickFolder: () => folderRef.current?.click(),
      focusSearch: () => searchRef.current?.focus(),
    }),
    [dispatch, folderRef, searchRef],
  );
};

/** The same object while nothing changes. */
export const useActionValues = ({ listing, goTo, ...refs }: ActionSources): ActionContext => {
  const dispatch = useAppDispatch();
  const deeds = useDeeds(refs);
  const signedIn = useSession() !== null;
  const reachable = useReachable();
  const selectMode = useAppSelector((state) => selectView(state).selectMode);
  const clipboard = useAppSelector(selectClipboard);
  const compact = useCompact();
  const { ids } = useAppSelector(selectSelection);
  const { targetFolder, visible: elements, refresh } = listing;
  const selected = useMemo(() => ids.in(elements).elements(), [ids, elements]);
  const known = useMemo(
    () => ({ signedIn, reachable, targetFolder, elements, selected, selectMode, clipboard, compact }),
    [signedIn, reachable, targetFolder, elements, selected, selectMode, clipboard, compact],
  );
  return useMemo(
    () => ({ ...known, ...deeds, dispatch, goTo, refresh }),
    [known, deeds, dispatch, goTo, refresh],
  );
};

const loadDialogs = () => import('./dialogs/dialogs.js');
const Dialogs = lazy(loadDialogs);

/** Dialogs load after this time, so that the first one opens at once. */
const SPARE_TIME_MS = 1500;
const KEEPS_SELECTION =
  '[data-keeps-selection], [data-id], [role="dialog"], [role="alertdialog"], [role="menu"]';

const FileManager = () => {
  const dispatch = useAppDispatch();
  const uploads = useUploadEngine();
  const compact = useCompact();
  const { folder, opened, goTo } = useFolder();
  const listing = useListing(folder);
  const dialogOpen = useAppSelector((state) => selectOverlay(state).dialog !== null);
  const folderRef = useRef<HTMLInputElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const geometry = useRef<Geometry | null>(null);
  const context = useActionValues({ listing, goTo, folderRef, searchRef });
  useKeyboard(context, geometry);
  usePaste(context);
  usePrefetch(context);
  usePageTitle(crumbsOf(folder).at(-1)?.name ?? text.files.title);
  useEffect(() => {
    const timer = setTimeout(() => void loadDialogs(), SPARE_TIME_MS);
    return () => clearTimeout(timer);
  }, []);

  if (listing.error?.code === 'folder.not-found') return <NotFound />;
  const clearOutside = ({ target }: MouseEvent): void => {
    if (target instanceof Element && !target.closest(KEEPS_SELECTION)) dispatch(selectionCleared());
  };
  const { targetFolder, selected, selectMode } = context;
  return (
    <ActionContextValue value={context}>
      <main id="content" className={css.page} onClick={clearOutside}>
        {!compact && <Toolbar />}
        <div className={css.path}>
          <Breadcrumb folder={folder} />
          <ViewControls searchRef={searchRef} all={listing.all} />
        </div>
        <FolderContent key={opened} listing={listing} geometry={geometry} context={context} />
        <Marquee geometry={geometry} />
        <DragElements />
        <SelectionBar />
        {compact && selected.length === 0 && !selectMode && <RoundMenu />}
      </main>
      <FolderInput
        inputRef={folderRef}
        onChosen={(files) =>
          targetFolder &&
          uploadChosen(
            uploads,
            targetFolder,
            files.map((file) => ({ file })),
          )
        }
      />
      <ContextMenu />
      <DropZone />
      <Suspense>{dialogOpen && <Dialogs targetFolder={targetFolder} siblings={listing.all} />}</Suspense>
    </ActionContextValue>
  );
};

interface FolderInputProps {
  inputRef: React.RefObject<HTMLInputElement | null>;
  onChosen: (files: File[]) => void;
}

const FolderInput = ({ inputRef, onChosen }: FolderInputProps) => (
  <input
    ref={inputRef}
    type="file"
    multiple
    hidden
    webkitdirectory=""
    aria-label={text.actions.uploadFolder}
    onChange={({ currentTarget }) => {
      if (currentTarget.files) onChosen([...currentTarget.files]);
      currentTarget.value = '';
    }}
  />
);

export default FileManager;

let last = selectView(store.getState());
store.subscribe(() => {
  const view = selectView(store.getState());
  if (view !== last) rememberView((last = view));
});
