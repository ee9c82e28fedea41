import { text } from '../../../shared/messages/en.js';
import { keyboardActions } from '../actions/registry.js';
import { isMac, shortcutLabel } from '../actions/shortcut-keys.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import css from './dialogs.module.css';

export const ShortcutsDialog = ({ close }: { close: () => void }) => {
  const keys = [
    { label: text.actions.shortcutMove, shown: '← ↑ → ↓' },
    { label: text.actions.shortcutFirst, shown: 'Home End' },
    { label: text.actions.shortcutPage, shown: 'Page Up Page Down' },
    { label: text.actions.shortcutExtend, shown: isMac ? '⇧ ← ↑ → ↓' : 'Shift+← ↑ → ↓' },
    { label: text.actions.shortcutSpace, shown: 'Space' },
    { label: text.actions.shortcutLetters, shown: text.actions.shortcutLettersKeys },
    ...keyboardActions.flatMap(({ label, shortcut }) =>
      shortcut ? [{ label, shown: shortcutLabel(shortcut) }] : [],
    ),
    { label: text.actions.shortcutMenu, shown: text.actions.shortcutMenuKeys },
    { label: text.dock.nextPart, shown: 'F6' },
    { label: text.actions.shortcutEscape, shown: 'Esc' },
  ];
  return (
    <DialogFrame title={text.actions.shortcutHelp} close={close} width={400}>
      <dl className={css.shortcuts}>
        {keys.map(({ label, shown }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{shown}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  );
};
