import type { Action } from '../actions/action.js';
import { shortcutLabel } from '../actions/shortcut-keys.js';
import { useActionContext } from '../actions/use-action-context.js';
import css from './toolbar.module.css';

/** An action as icon and word. Dimmed ones stay reachable and say why they can't be used. */
export const ActionButton = ({ action }: { action: Action }) => {
  const context = useActionContext();
  const enablement = action.isEnabled(context);
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
      onClick={() => enabled && action.run(context)}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{action.label}</span>
    </button>
  );
};
