import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { addingActions } from '../actions/registry.js';
import { ActionMenuItems } from './action-menu.js';
import css from './action-menu.module.css';

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
