import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { text } from '../../../shared/messages/en.js';
import { useCompact } from '../../../shared/dom/use-compact.js';
import { formatSize } from '../../../shared/format/size.js';
import { selectionActions } from '../actions/registry.js';
import { clearSelection } from '../actions/select-actions.js';
import { useActionContext } from '../actions/action.js';
import { ActionButton } from './action-button.js';
import css from './selection-bar.module.css';

export const SelectionBar = () => {
  const context = useActionContext();
  const compact = useCompact();
  const { selected, selectMode } = context;
  const shown = selected.length > 1 || (compact && (selected.length > 0 || selectMode));
  const bytes = selected.reduce((sum, element) => sum + element.size, 0);
  // Messages stand above it.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-selection-bar', shown);
    return () => document.documentElement.removeAttribute('data-selection-bar');
  }, [shown]);
  return (
    <div className={css.place} data-keeps-selection>
      <span className="visually-hidden" role="status">
        {shown && text.files.selected(selected.length)}
      </span>
      {shown && (
        <div className={css.bar} role="toolbar" aria-label={text.files.selected(selected.length)}>
          <button
            type="button"
            className={css.clear}
            aria-label={text.actions.clearSelection}
            onClick={() => clearSelection.run(context)}
          >
            <IconX size={18} aria-hidden />
          </button>
          <div className={css.words}>
            <strong>{text.files.selected(selected.length)}</strong>
            {bytes > 0 && <span>{formatSize(bytes)}</span>}
          </div>
          {selectionActions
            .filter((action) => !compact || action.name !== 'download')
            .map((action) => (
              <ActionButton key={action.name} action={action} />
            ))}
        </div>
      )}
    </div>
  );
};
