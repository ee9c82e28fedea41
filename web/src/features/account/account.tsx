import { lazy, Suspense, useId, useState } from 'react';
import { IconHelpCircle } from '@tabler/icons-react';
import type { SettingsFlag } from '@skyshelf/contracts/browser';
import { useSettingsToggle } from '../../shared/account/use-settings-toggle.js';
import { SwitchRow } from '../../shared/controls/switch-row.js';
import { accountTexts as text } from '../../shared/messages/account-texts.js';
import { showDefaultElements } from '../../shared/listings/listing-cache.js';
import { type AppThunk, useAppDispatch } from '../../shared/store/store.js';
import { PageFrame, Panel } from '../../shared/pages/page-frame.js';
import { useUserInfoQuery } from '../../shared/account/settings-api.js';
import { useReadCookieReady } from '../../shared/session/read-cookie.js';
import { AccountDeletion } from './account-deletion.js';
import { NoticeAddress } from './notice-address.js';
import { Notifications } from '../notifications/public.js';
import { Takeout } from './takeout.js';
import { Sessions } from './sessions.js';
import { Storage } from './storage.js';
import css from './account.module.css';

const useFlagRow = () => {
  const dispatch = useAppDispatch();
  const { settings, isOn, change, saving } = useSettingsToggle();
  return (flag: SettingsFlag, andThen?: (on: boolean) => AppThunk<Promise<void>>) => ({
    on: isOn(flag),
    disabled: saving || settings === undefined,
    onChange: async (on: boolean): Promise<void> => {
      if ((await change(flag, on)) && andThen) await dispatch(andThen(on));
    },
  });
};

export const Appearance = () => {
  const row = useFlagRow();
  return (
    <Panel title={text.appearance}>
      <SwitchRow label={text.showDefaults} {...row('defaultLinks', showDefaultElements)}>
        <DefaultsHelp />
      </SwitchRow>
      <SwitchRow label={text.dark} {...row('darkMode')} />
      <SwitchRow label={text.animation} hint={text.animationHint} {...row('animation')} />
    </Panel>
  );
};

const DefaultsHelp = () => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <span className={css.helpAnchor} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <button
        type="button"
        className={css.help}
        aria-label={text.defaultsHelp}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
      >
        <IconHelpCircle size={20} aria-hidden />
      </button>
      {open && (
        <span id={id} role="status" className={css.helpText}>
          {text.defaultsHelpText}
        </span>
      )}
    </span>
  );
};

export const NewsCategories = () => {
  const row = useFlagRow();
  return (
    <Panel title={text.news}>
      <p className={css.hint}>{text.newsHint}</p>
      <div className={css.categories}>
        {(Object.keys(text.categories) as (keyof typeof text.categories)[]).map((flag) => (
          <SwitchRow key={flag} label={text.categories[flag]} {...row(flag)} />
        ))}
      </div>
    </Panel>
  );
};

const CancelledAccounts = lazy(async () => ({
  default: (await import('../admin/public.js')).CancelledAccounts,
}));

const Account = () => {
  const { data: user } = useUserInfoQuery();
  const cookieReady = useReadCookieReady();
  return (
    <PageFrame
      title={text.title}
      heading={
        <header className={css.who}>
          <span className={css.picture} aria-hidden>
            {user?.picture && cookieReady ? (
              <img src={user.picture} alt="" />
            ) : (
              (user?.name ?? ' ').slice(0, 1).toUpperCase()
            )}
          </span>
          <div>
            <h1>{user?.name ?? text.title}</h1>
            <p>{text.account}</p>
          </div>
        </header>
      }
    >
      <div className={css.columns}>
        <div className={css.column}>
          <Storage />
        </div>
        <div className={css.column}>
          <Appearance />
          <Notifications />
          <NewsCategories />
        </div>
      </div>
      <NoticeAddress />
      <Sessions />
      {user?.admin && (
        <Suspense>
          <CancelledAccounts />
        </Suspense>
      )}
      <Takeout />
      <AccountDeletion />
    </PageFrame>
  );
};

export default Account;
