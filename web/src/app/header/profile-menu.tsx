import { Menu } from '@mantine/core';
import { IconCreditCard, IconHome, IconLogout, IconMoon, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { text } from '../../shared/messages/en.js';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { useReadCookieReady } from '../../shared/session/read-cookie.js';
import { useColourScheme } from '../theme/colour-scheme.js';
import { useUsageQuery, useUserInfoQuery } from '../../shared/account/settings-api.js';
import { useSettingsToggle } from '../../shared/account/use-settings-toggle.js';
import css from './header.module.css';

const logOut = async (): Promise<void> => (await import('../shell/shell-parts.js')).logOut();

const Usage = () => {
  const { data } = useUsageQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  const { planSize, available } = data.result;
  const used = planSize - available;
  const share = planSize > 0 ? Math.min(100, (used / planSize) * 100) : 0;
  return (
    <div className={css.usage}>
      <div className={css.bar} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      {text.header.used(formatSize(used), formatSize(planSize))}
    </div>
  );
};

const DarkAppearance = () => {
  const { change, saving } = useSettingsToggle();
  const dark = useColourScheme() === 'dark';
  return (
    <Menu.CheckboxItem
      checked={dark}
      className={css.appearance}
      checkIcon={<></>}
      disabled={saving}
      closeMenuOnClick={false}
      rightSection={<span className={css.switch} data-on={dark} />}
      onChange={() => void change('darkMode', !dark)}
    >
      <IconMoon size={18} aria-hidden />
      {text.header.darkAppearance}
    </Menu.CheckboxItem>
  );
};

const ProfileMenu = () => {
  const { data: user } = useUserInfoQuery();
  const [opened, setOpened] = useState(false);
  const [, navigate] = useLocation();
  const cookieReady = useReadCookieReady();
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={256}
      radius={12}
      shadow="md"
      withinPortal
      transitionProps={{ transition: 'pop-top-right', duration: 140 }}
    >
      <Menu.Target>
        <button type="button" className={css.avatar} aria-label={text.header.profile}>
          {user?.picture && cookieReady ? (
            <img src={user.picture} alt="" />
          ) : (
            (user?.name ?? ' ').slice(0, 1).toUpperCase()
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.who}>
          <strong>{user?.name}</strong>
          {opened && <Usage />}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={18} />} onClick={() => navigate('/account')}>
          {text.shell.myAccount}
        </Menu.Item>
        <Menu.Item leftSection={<IconCreditCard size={18} />} onClick={() => navigate('/pricing')}>
          {text.shell.pricing}
        </Menu.Item>
        <Menu.Item leftSection={<IconHome size={18} />} onClick={() => navigate('/allfiles/')}>
          {text.header.menuHome}
        </Menu.Item>
        <DarkAppearance />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void logOut()}>
          {text.header.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

export default ProfileMenu;
