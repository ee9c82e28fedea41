import { memo, useCallback, useRef } from 'react';
import { type Action, type Enablement, useActionContext } from '../actions/action.js';
import { shortcutLabel } from '../actions/shortcut-keys.js';
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
export const ActionButton = ({ action }: { action: Action }) => {
  const context = useActionContext();
  const latest = useRef(context);
  latest.current = context;
  const onClick = useCallback(() => {
    if (action.isEnabled(latest.current) === true) action.run(latest.current);
  }, [action]);
  return <Face action={action} enablement={action.isEnabled(context)} onClick={onClick} />;
};
