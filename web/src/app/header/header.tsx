import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { text } from '../../shared/messages/en.js';
import { useSession } from '../../shared/session/current-session.js';
import { Logo } from '../../shared/logo/logo.js';
import css from './header.module.css';

const ProfileMenu = lazy(() => import('./profile-menu.js'));

const SearchBox = () => (
  <form className={css.search} action="/result/" role="search">
    <IconSearch size={18} aria-hidden />
    <input
      type="search"
      name="q"
      placeholder={text.header.search}
      aria-label={text.header.search}
      autoComplete="off"
      enterKeyHint="search"
    />
  </form>
);

/** The top of every page: logo, search, and who is signed in. */
export const Header = () => {
  const signedIn = useSession() !== null;
  return (
    <header className={css.header}>
      <a className={css.skip} href="#content">
        {text.skipToContent}
      </a>
      <Logo />
      <SearchBox />
      <div className={css.side}>
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
