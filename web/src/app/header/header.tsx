import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { text } from '../../shared/messages/en.js';
import { lazyWithPreload } from '../../shared/dom/lazy-with-preload.js';
import { useSession } from '../../shared/session/current-session.js';
import { Logo } from '../../shared/logo/logo.js';
import { SearchBox } from './search-box.js';
import css from './header.module.css';

const loadMenu = async () => ({ default: (await import('../shell/shell-parts.js')).SideMenu });
const SideMenu = lazy(loadMenu);

export const Burger = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.burger}
        aria-label={text.shell.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadMenu()}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={22} stroke={1.8} aria-hidden />
      </button>
      <Suspense>{open && <SideMenu close={() => setOpen(false)} />}</Suspense>
    </>
  );
};

const HeaderExtras = lazyWithPreload(() => import('./header-extras.js'));
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
