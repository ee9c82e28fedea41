import type { ElementView } from '@skyshelf/contracts/browser';
import { type ReactNode, useMemo, useRef } from 'react';
import { expect, vi } from 'vitest';
import { type ActionContext, ActionContextValue } from '../src/features/file-manager/actions/action.js';
import type { Sending } from '../src/features/file-manager/clipboard/clipboard.js';
import { DragElements } from '../src/features/file-manager/drag/drag-elements.js';
import { usePaste } from '../src/features/file-manager/clipboard/use-paste.js';
import { FolderContent, Marquee } from '../src/features/file-manager/folder-content.js';
import type { Geometry } from '../src/features/file-manager/grid/listing-view.js';
import { useKeyboard } from '../src/features/file-manager/keyboard/use-keyboard.js';
import { selectSelection } from '../src/features/file-manager/selection/selection.js';
import { ContextMenu } from '../src/features/file-manager/toolbar/action-menus.js';
import { store, useAppSelector } from '../src/shared/store/store.js';

/** The calls to move or copy to the folder. */
export const send = vi.fn((_: Sending) => Promise.resolve(true));
const targetFolder = { url: '/', folderId: 'root' };

/** The context of actions when nothing is selected and nothing happens. */
export const quiet: ActionContext = {
  signedIn: true,
  reachable: true,
  targetFolder,
  elements: [],
  selected: [],
  selectMode: false,
  clipboard: null,
  compact: false,
  dispatch: store.dispatch,
  goTo: () => undefined,
  pickFolder: () => undefined,
  focusSearch: () => undefined,
  refresh: () => undefined,
  download: () => undefined,
  send,
};

/** A part of the file manager by itself, with what actions know. */
export const ActionsOnScreen = ({ children }: { children: ReactNode }) => (
  <ActionContextValue value={quiet}>{children}</ActionContextValue>
);

/** A folder with everything that answers mouse and keys. */
export const Folder = ({ elements, goTo }: { elements: ElementView[]; goTo: (folder: string) => void }) => {
  const geometry = useRef<Geometry | null>(null);
  const { ids } = useAppSelector(selectSelection);
  const selected = useMemo(() => ids.in(elements).elements(), [elements, ids]);
  const context: ActionContext = { ...quiet, elements, selected, goTo };
  useKeyboard(context, geometry);
  usePaste(context);
  const listing = {
    targetFolder,
    all: elements,
    visible: elements,
    loading: false,
    error: null,
    refresh: () => undefined,
  };
  return (
    <ActionContextValue value={context}>
      <main id="content" style={{ padding: 20 }}>
        <Marquee geometry={geometry} />
        <DragElements />
        <FolderContent listing={listing} geometry={geometry} context={context} />
      </main>
      <ContextMenu />
    </ActionContextValue>
  );
};

/** The tile or line of an element. */
export const option = (name: string): HTMLElement =>
  document.querySelector<HTMLElement>(`[data-id][aria-label^="${name},"]`) ??
  expect.fail(`${name} is not drawn`);
export const selectedNames = (): string[] =>
  [...document.querySelectorAll('[aria-selected="true"]')].map(
    (one) => one.getAttribute('aria-label')?.split(',')[0] ?? '',
  );
