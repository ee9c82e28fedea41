import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import type { Action } from '../actions/action.js';
import { shortcutLabel } from '../actions/shortcut-keys.js';
import { useActionContext } from '../actions/use-action-context.js';
import css from './action-menu.module.css';

/** Actions as entries of a menu, groups divided. */
export const ActionMenuItems = ({ groups }: { groups: readonly (readonly Action[])[] }) => {
  const context = useActionContext();
  return groups.map((group, index) => (
    <Fragment key={group[0]?.name}>
      {index > 0 && <Menu.Divider />}
      {group.map((action) => {
        const enablement = action.isEnabled(context);
        const Icon = action.icon;
        return (
          <Menu.Item
            key={action.name}
            disabled={enablement !== true}
            title={enablement === true ? undefined : enablement}
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
            onClick={() => action.run(context)}
          >
            {action.label}
          </Menu.Item>
        );
      })}
    </Fragment>
  ));
};
