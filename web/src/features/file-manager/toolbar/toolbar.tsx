import { Fragment, memo, useCallback, useEffect, useRef } from 'react';
import { IconX } from '@tabler/icons-react';
import { type Action, type Enablement, shortcutLabel, useActionContext } from '../actions/action.js';
import { text } from '../../../shared/messages/en.js';
import { selectionActions, toolbarGroups } from '../actions/registry.js';
import { useScrolledPast } from '../../../shared/dom/use-scrolled-past.js';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { formatSize } from '../../../shared/format/dates-and-sizes.js';
import { clearSelection } from '../actions/page-actions.js';
import css from './toolbar.module.css';

interface FaceProps {
  action: Action;
  enablement: Enablement;
  onClick: () => void;
}

const Face = memo(function Face({ action, enablement, onClick }: FaceProps) {
  const enabled = enablement === true;
  const Icon = action.icon;
  return (
    <button
      type="button"
      className={css.action}
      data-dangerous={action.dangerous}
      data-hint={enabled ? action.shortcut && shortcutLabel(action.shortcut) : enablement}
      aria-disabled={!enabled}
      aria-description={enabled ? undefined : enablement}
      aria-label={action.label}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{action.label}</span>
    </button>
  );
});

/** Dimmed ones stay reachable and say why. */
const ActionButton = ({ action }: { action: Action }) => {
  const context = useActionContext();
  const latest = useRef(context);
  latest.current = context;
  const onClick = useCallback(() => {
    if (action.isEnabled(latest.current) === true) action.run(latest.current);
  }, [action]);
  return <Face action={action} enablement={action.isEnabled(context)} onClick={onClick} />;
};

const STICKY_AFTER_PX = 560;

const Groups = () =>
  toolbarGroups.map((group, index) => (
    <Fragment key={group[0]?.name}>
      {index > 0 && <span className={css.divider} role="separator" aria-orientation="vertical" />}
      {group.map((action) => (
        <ActionButton key={action.name} action={action} />
      ))}
    </Fragment>
  ));

export const Toolbar = () => {
  const { signedIn } = useActionContext();
  const scrolled = useScrolledPast(STICKY_AFTER_PX) && signedIn;
  // Made before it is seen, to slide in; most folders never need it.
  const near = useScrolledPast(STICKY_AFTER_PX / 2);
  return (
    <>
      <div className={css.toolbar} role="toolbar" aria-label={text.files.actions} data-keeps-selection>
        <Groups />
      </div>
      <div className={css.sticky} data-shown={scrolled} inert={!scrolled} data-keeps-selection>
        {near && (
          <div className={css.toolbar} role="toolbar" aria-label={text.files.actions}>
            <Groups />
          </div>
        )}
      </div>
    </>
  );
};

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
            {bytes > 0 && <span className="fine">{formatSize(bytes)}</span>}
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
