import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { late } from '../../shared/dom/late.js';
import { text } from '../../shared/messages/en.js';
import { useSession } from '../../shared/session/current-session.js';
import { Logo } from '../../shared/logo/logo.js';
import { Burger } from './burger.js';
import { SearchBox } from './search-box.js';
import css from './header.module.css';

const HeaderExtras = late(() => import('./header-extras.js'));
const ProfileMenu = lazy(() => import('./profile-menu.js'));

export const Header = () => {
  const signedIn = useSession() !== null;
  return (
    <header className={css.header}>
      <a className={css.skip} href="#content">
        {text.skipToContent}
      </a>
      <div className={css.brand}>
        <Burger />
        <Logo />
      </div>
      <SearchBox />
      <div className={css.side}>
        {signedIn && <HeaderExtras />}
        {signedIn ? (
          <Suspense fallback={<span className={css.avatar} aria-hidden />}>
            <ProfileMenu />
          </Suspense>
        ) : (
          <Button component="a" href="/login" radius="xl" className={css.logIn}>
            {text.header.logIn}
          </Button>
        )}
      </div>
    </header>
  );
};
