import type { Action, Shortcut } from './action.js';

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

/** `Ctrl+A`, `⌘A`, `Shift+N`. */
export const shortcutLabel = ({ key, mod, shift }: Shortcut): string => {
  const shown = key.length === 1 ? key.toUpperCase() : key === 'Delete' ? 'Del' : key;
  if (isMac) return `${mod ? '⌘' : ''}${shift ? '⇧' : ''}${shown}`;
  return [...(mod ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), shown].join('+');
};
