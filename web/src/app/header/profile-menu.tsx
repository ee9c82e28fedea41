import { Menu } from '@mantine/core';
import { IconHome, IconLogout, IconMoon } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { text } from '../../shared/messages/en.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import { formatSize } from '../../shared/format/size.js';
import { endSession } from '../../shared/session/current-session.js';
import { useReadCookieReady } from '../../shared/session/read-cookie.js';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { useColourScheme } from '../theme/colour-scheme.js';
import css from './header.module.css';
import { report } from '../../shared/report.js';
import { useUsageQuery, useUserInfoQuery } from '../account/account-api.js';
import { settingsApi, useChangeSettingsMutation } from '../account/settings-api.js';

const logOut = async (): Promise<void> => {
  // Signed out here even if the server can't be told: the tokens must not stay.
  await callApi('logOut', { body: {} }, { tries: 2 }).catch((failure: unknown) =>
    report('The server could not be told of the log-out', failure),
  );
  const { uploads } = await import('../../features/uploads/public.js');
  await uploads.empty();
  endSession();
  location.assign('/');
};

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
  const dispatch = useAppDispatch();
  const [change, { isLoading }] = useChangeSettingsMutation();
  const dark = useColourScheme() === 'dark';
  const toggle = async (): Promise<void> => {
    const undo = dispatch(
      settingsApi.util.updateQueryData('settings', undefined, (draft) => void (draft.darkMode = !dark)),
    );
    const { data } = await change({ obj: { darkMode: !dark }, key: newKey() });
    if (data) await dispatch(settingsApi.util.upsertQueryData('settings', undefined, data));
    else undo.undo();
  };
  return (
    <Menu.CheckboxItem
      checked={dark}
      className={css.appearance}
      checkIcon={<></>}
      disabled={isLoading}
      closeMenuOnClick={false}
      rightSection={<span className={css.switch} data-on={dark} />}
      onChange={() => void toggle()}
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
