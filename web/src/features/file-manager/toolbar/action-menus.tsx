import { Menu } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { IconPlus } from '@tabler/icons-react';
import { type Action, shortcutLabel, useActionContext } from '../actions/action.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { menuRoomAtPointer } from '../../../shared/dom/menu-room.js';
import { useFocusReturn } from '../../../shared/dom/use-focus-return.js';
import { text } from '../../../shared/messages/en.js';
import { addingActions, elementMenu, pageMenu } from '../actions/registry.js';
import { menuClosed, selectOverlay } from '../state/overlay-slice.js';
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

export const ContextMenu = () => {
  const at = useAppSelector((state) => selectOverlay(state).menuAt);
  return at && <MenuAt key={`${at.x}-${at.y}`} at={at} />;
};

/** Focuses synchronously: a key pressed earlier would land outside of the menu and close it. */
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

export const RoundMenu = () => (
  <Menu
    withInitialFocusPlaceholder={false}
    position="top-end"
    offset={10}
    radius={12}
    shadow="md"
    width={220}
    transitionProps={{ transition: 'pop-bottom-right', duration: 140 }}
  >
    <Menu.Target>
      <button type="button" className={css.round} aria-label={text.files.add} data-keeps-selection>
        <IconPlus size={28} stroke={2} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown data-keeps-selection>
      <ActionMenuItems groups={[addingActions]} />
    </Menu.Dropdown>
  </Menu>
);
