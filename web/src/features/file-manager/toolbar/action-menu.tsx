import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { type Action, useActionContext } from '../actions/action.js';
import { shortcutLabel } from '../actions/shortcut-keys.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import css from './action-menu.module.css';

export const ActionMenuItems = ({ groups }: { groups: readonly (readonly Action[])[] }) => {
  const context = useActionContext();
  const shown = groups.map((group) => group.filter((action) => action.isShown?.(context) !== false));
  return shown.map((group, index) => (
    <Fragment key={group[0]?.name}>
      {index > 0 && <Menu.Divider />}
      {group.map((action) => {
        const enablement = action.isEnabled(context);
        const enabled = enablement === true;
        const Icon = action.icon;
        return (
          <Menu.Item
            key={action.name}
            aria-disabled={!enabled}
            aria-description={enabled ? undefined : enablement}
            title={enabled ? undefined : enablement}
            className={css.item}
            data-dangerous={action.dangerous}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            rightSection={
              action.shortcut && (
                <kbd className={css.key} aria-hidden>
                  {shortcutLabel(action.shortcut)}
                </kbd>
              )
            }
            onClick={() => (enabled ? action.run(context) : context.dispatch(toast.info(enablement)))}
          >
            {action.label}
          </Menu.Item>
        );
      })}
    </Fragment>
  ));
};
