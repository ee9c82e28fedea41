import { lazy, Suspense } from 'react';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { accountTexts as text } from '../../shared/messages/account-texts.js';
import { useUserInfoQuery } from '../../shared/account/settings-api.js';
import { useReadCookieReady } from '../../shared/session/read-cookie.js';
import { AccountDeletion } from '../account-deletion/public.js';
import { NoticeAddress } from '../notices/public.js';
import { Notifications } from '../notifications/public.js';
import { Takeout } from '../takeout/public.js';
import { Appearance, NewsCategories } from './settings-panels.js';
import { Sessions } from './sessions.js';
import { Storage } from './storage.js';
import css from './account.module.css';

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
