import { Menu } from '@mantine/core';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { elementMenu, pageMenu } from '../actions/registry.js';
import { useActionContext } from '../actions/use-action-context.js';
import { menuClosed, selectOverlay } from '../state/overlay-slice.js';
import { ActionMenuItems } from './action-menu.js';
import css from './action-menu.module.css';

/** The menu of a right click or a long press: about the selection, or about the page when nothing is selected. */
export const ContextMenu = () => {
  const dispatch = useAppDispatch();
  const at = useAppSelector((state) => selectOverlay(state).menuAt);
  const { selected } = useActionContext();
  if (!at) return null;
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      key={`${at.x}-${at.y}`}
      opened
      onClose={() => dispatch(menuClosed())}
      position="bottom-start"
      offset={2}
      radius={12}
      shadow="md"
      width={220}
      transitionProps={{ transition: 'pop-top-left', duration: 120 }}
      returnFocus
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className={css.anchor}
          style={{ left: at.x, top: at.y }}
          aria-label={text.files.actions}
        />
      </Menu.Target>
      <Menu.Dropdown data-keeps-selection onContextMenu={(event) => event.preventDefault()}>
        <ActionMenuItems groups={selected.length > 0 ? elementMenu : pageMenu} />
      </Menu.Dropdown>
    </Menu>
  );
};
