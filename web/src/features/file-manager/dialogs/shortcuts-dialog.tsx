import { text } from '../../../shared/messages/en.js';
import { keyboardActions } from '../actions/registry.js';
import { isMac, shortcutLabel } from '../actions/shortcut-keys.js';
import { DialogFrame } from './dialog-frame.js';
import css from './dialogs.module.css';

/** Every key there is, drawn from the actions. */
export const ShortcutsDialog = ({ close }: { close: () => void }) => {
  const keys = [
    { label: text.actions.shortcutMove, shown: '← ↑ → ↓' },
    { label: text.actions.shortcutExtend, shown: isMac ? '⇧ ← ↑ → ↓' : 'Shift+← ↑ → ↓' },
    { label: text.actions.shortcutSpace, shown: 'Space' },
    ...keyboardActions.flatMap(({ label, shortcut }) =>
      shortcut ? [{ label, shown: shortcutLabel(shortcut) }] : [],
    ),
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
