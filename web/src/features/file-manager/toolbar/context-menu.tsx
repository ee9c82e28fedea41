import { Menu } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { menuRoomAtPointer } from '../../../shared/dom/menu-room.js';
import { useFocusReturn } from '../../../shared/dom/use-focus-return.js';
import { text } from '../../../shared/messages/en.js';
import { elementMenu, pageMenu } from '../actions/registry.js';
import { useActionContext } from '../actions/action.js';
import { menuClosed, selectOverlay } from '../state/overlay-slice.js';
import { ActionMenuItems } from './action-menu.js';
import css from './action-menu.module.css';

export const ContextMenu = () => {
  const at = useAppSelector((state) => selectOverlay(state).menuAt);
  return at && <MenuAt key={`${at.x}-${at.y}`} at={at} />;
};

/** At once: a key pressed before that would be outside of the menu and close it. */
const focusFirst = (menu: HTMLElement | null): void => {
  if (menu && !menu.contains(document.activeElement))
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
};

const MenuAt = ({ at }: { at: { x: number; y: number } }) => {
  const dispatch = useAppDispatch();
  const { selected } = useActionContext();
  const [ofSelection] = useState(selected.length > 0);
  const gone = ofSelection && selected.length === 0;
  useFocusReturn();
  // Another tab may have deleted its element: entries must not change under the pointer.
  useEffect(() => {
    if (gone) dispatch(menuClosed());
  }, [gone, dispatch]);
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      // Mantine's focus trap comes late, and undoes what an arrow has done by then.
      trapFocus={false}
      opened
      onClose={() => dispatch(menuClosed())}
      position="bottom-start"
      offset={2}
      middlewares={menuRoomAtPointer}
      radius={12}
      shadow="md"
      width={220}
      transitionProps={{ transition: 'pop-top-left', duration: 120 }}
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
      <Menu.Dropdown ref={focusFirst} data-keeps-selection onContextMenu={(event) => event.preventDefault()}>
        <ActionMenuItems groups={ofSelection ? elementMenu : pageMenu} />
      </Menu.Dropdown>
    </Menu>
  );
};
