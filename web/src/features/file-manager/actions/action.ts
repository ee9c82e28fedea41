import type { TablerIcon } from '@tabler/icons-react';
import type { ElementView } from '@skyshelf/contracts/browser';
import { createContext, useContext } from 'react';
import type { AppDispatch } from '../../../shared/store/store.js';
import type { Clipboard, Sending } from '../clipboard/clipboard.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { text } from '../../../shared/messages/en.js';

export interface ActionContext {
  signedIn: boolean;
  reachable: boolean;
  /** Null while it is not known. */
  targetFolder: TargetFolder | null;
  elements: readonly ElementView[];
  selected: readonly ElementView[];
  selectMode: boolean;
  clipboard: Clipboard | null;
  compact: boolean;
  dispatch: AppDispatch;
  goTo(folder: string): void;
  pickFolder(): void;
  focusSearch(): void;
  /** Answers whether all of it was confirmed. */
  send(sending: Sending): Promise<boolean>;
  refresh(): void;
  download(path: string): void;
}

export type Enablement = true | string;

interface Shortcut {
  /** It has the form of `KeyboardEvent.key`. */
  key: string;
  /** It is Ctrl, or Cmd on a Mac. */
  mod?: boolean;
  shift?: boolean;
}

/** Toolbar, context menu, keyboard, touch menu and the list of shortcuts are drawn from these. */
export interface Action {
  name: string;
  label: string;
  icon: TablerIcon;
  shortcut?: Shortcut;
  dangerous?: boolean;
  isShown?(context: ActionContext): boolean;
  isEnabled(context: ActionContext): Enablement;
  run(context: ActionContext): void;
}

export const inFolder = ({ signedIn, targetFolder }: ActionContext): Enablement =>
  !signedIn ? text.actions.logInFirst : targetFolder ? true : text.actions.folderLoading;

export const toChange = (context: ActionContext): Enablement => {
  const enablement = inFolder(context);
  return enablement === true && !context.reachable ? text.actions.offline : enablement;
};

export const withSelection = (context: ActionContext): Enablement => {
  const enablement = inFolder(context);
  return enablement === true && context.selected.length === 0 ? text.actions.selectFirst : enablement;
};

export const toChangeSelection = (context: ActionContext): Enablement => {
  const enablement = withSelection(context);
  return enablement === true && !context.reachable ? text.actions.offline : enablement;
};

export const ActionContextValue = createContext<ActionContext | null>(null);

export const useActionContext = (): ActionContext => {
  const context = useContext(ActionContextValue);
  if (!context) throw new Error('Actions live inside the file manager');
  return context;
};

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

interface Keys {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const fits = ({ key, mod = false, shift = false }: Shortcut, pressed: Keys): boolean => {
  if (pressed.altKey || mod !== (pressed.ctrlKey || pressed.metaKey)) return false;
  // Signs like `?` need Shift on some keyboards only.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key);
  return key.toLowerCase() === pressed.key.toLowerCase() && (isSign || shift === pressed.shiftKey);
};

export const actionOfKey = (actions: readonly Action[], pressed: Keys): Action | null =>
  actions.find((action) => action.shortcut && fits(action.shortcut, pressed)) ?? null;

/** Example: `Ctrl+A`, `⌘A`, `Shift+N`. */
export const shortcutLabel = ({ key, mod, shift }: Shortcut): string => {
  const shown = key.length === 1 ? key.toUpperCase() : key === 'Delete' ? 'Del' : key;
  if (isMac) return `${mod ? '⌘' : ''}${shift ? '⇧' : ''}${shown}`;
  return [...(mod ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), shown].join('+');
};
