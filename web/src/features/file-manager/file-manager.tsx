import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { NotFound } from '../../app/pages/not-found.js';
import { text } from '../../messages/en.js';
import { useCompact } from '../../shared/dom/use-compact.js';
import { useSession } from '../../shared/session/current-session.js';
import { useLiveChanges } from '../live/use-live-changes.js';
import { toast } from '../toasts/toast.js';
import { uploads } from '../uploads/uploads.js';
import type { ActionContext } from './actions/action.js';
import { ActionContextValue } from './actions/use-action-context.js';
import { Breadcrumb } from './folder/breadcrumb.js';
import { DropOverlay } from './folder/drop-overlay.js';
import { crumbsOf } from './folder/folder-path.js';
import { useFileDrop, type DropTarget } from './folder/use-file-drop.js';
import { useFolder } from './folder/use-folder.js';
import { FolderContent } from './folder-content.js';
import type { Geometry } from './grid/listing-view.js';
import { useKeyboard } from './keyboard/use-keyboard.js';
import { useListing } from './listing/use-listing.js';
import { selectionCleared } from './state/selection-slice.js';
import { ContextMenu } from './toolbar/context-menu.js';
import { RoundMenu } from './toolbar/round-menu.js';
import { SelectionBar } from './toolbar/selection-bar.js';
import { Toolbar } from './toolbar/toolbar.js';
import { ViewControls } from './toolbar/view-controls.js';
import css from './file-manager.module.css';

const loadDialogs = () => import('./dialogs/dialogs.js');
const Dialogs = lazy(loadDialogs);
const Windows = lazy(() => import('../windows/windows.js'));

/** What keeps a selection when it is clicked: everything that is not the empty page. */
const KEEPS_SELECTION = '[data-keeps-selection], [data-id], [role="dialog"], [role="menu"]';

const FileManager = () => {
  const dispatch = useAppDispatch();
  const compact = useCompact();
  const signedIn = useSession() !== null;
  const { folder, goTo } = useFolder();
  const live = useLiveChanges();
  const listing = useListing(folder, live);
  const { place, visible, refresh } = listing;
  const selectedIds = useAppSelector((state) => state.selection.ids);
  const selectMode = useAppSelector((state) => state.view.selectMode);
  const dialogOpen = useAppSelector((state) => state.overlay.dialog !== null);
  const windowsOpen = useAppSelector((state) => state.windows.stack.length > 0);
  const filesRef = useRef<HTMLInputElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const geometry = useRef<Geometry | null>(null);

  const selected = useMemo(() => {
    const wanted = new Set(selectedIds);
    return wanted.size === 0 ? [] : visible.filter((element) => wanted.has(element._id));
  }, [selectedIds, visible]);

  const context: ActionContext = {
    signedIn,
    place,
    elements: visible,
    selected,
    selectMode,
    dispatch,
    goTo,
    refresh,
    pickFiles: () => filesRef.current?.click(),
    focusSearch: () => searchRef.current?.focus(),
  };
  useKeyboard(context, geometry);

  const dropped = useCallback(
    (files: File[], { folderId }: DropTarget) => {
      const into = folderId === null ? undefined : visible.find((element) => element._id === folderId);
      if (!place) return;
      uploads.add(into ? { url: `${place.url}${into.linkname}/`, folderId: into._id } : place, files);
    },
    [place, visible],
  );
  const foldersRefused = useCallback(() => void dispatch(toast.warning(text.files.noFolders)), [dispatch]);
  const over = useFileDrop({ enabled: signedIn && place !== null, dropped, foldersRefused });
  const overName = over?.folderId
    ? visible.find((element) => element._id === over.folderId)?.linkname
    : undefined;
  const folderName = crumbsOf(folder).at(-1)?.name ?? text.files.title;

  useEffect(() => {
    document.title = `${folderName} · ${text.product}`;
    return () => void (document.title = text.product);
  }, [folderName]);
  const [ready] = useState(() => () => void loadDialogs());
  useEffect(() => {
    // Fetched when there is time, so that the first dialog opens at once.
    const timer = setTimeout(ready, 1500);
    return () => clearTimeout(timer);
  }, [ready]);

  if (listing.error?.code === 'folder.not-found') return <NotFound />;
  return (
    <ActionContextValue value={context}>
      <main
        id="content"
        className={css.page}
        data-compact={compact}
        onClick={(event) => {
          if (!(event.target as Element).closest(KEEPS_SELECTION)) dispatch(selectionCleared());
        }}
      >
        {!compact && <Toolbar />}
        <div className={css.path}>
          <Breadcrumb folder={folder} />
          <ViewControls searchRef={searchRef} />
        </div>
        <FolderContent key={folder} listing={listing} geometry={geometry} context={context} />
        <input
          ref={filesRef}
          type="file"
          multiple
          hidden
          aria-label={text.actions.upload}
          onChange={({ currentTarget }) => {
            if (place && currentTarget.files) uploads.add(place, [...currentTarget.files]);
            currentTarget.value = '';
          }}
        />
      </main>
      <SelectionBar />
      <ContextMenu />
      {compact && selected.length === 0 && !selectMode && <RoundMenu />}
      {over && <DropOverlay folder={overName ?? folderName} />}
      <Suspense>
        {dialogOpen && <Dialogs place={place} siblings={listing.all} />}
        {windowsOpen && <Windows />}
      </Suspense>
    </ActionContextValue>
  );
};

export default FileManager;
