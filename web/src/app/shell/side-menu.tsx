import {
  IconBell,
  IconChevronDown,
  IconCookie,
  IconCreditCard,
  IconHistory,
  IconHome,
  IconInfoCircle,
  IconLifebuoy,
  IconLink,
  IconLock,
  IconLogin2,
  IconLogout,
  IconMail,
  IconPuzzle,
  IconRocket,
  IconScale,
  IconShare,
  IconTrash,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { AdFrame, useAd } from '../../shared/ads/ad-frame.js';
import { logOut } from '../../features/account/log-out.js';
import { Logo } from '../../shared/logo/logo.js';
import { shellTexts as text } from '../../shared/messages/shell-texts.js';
import { useSession } from '../../shared/session/current-session.js';
import { Networks } from './share.js';
import css from './shell.module.css';

interface MenuEntry {
  name: string;
  path: string;
  Icon: typeof IconHome;
  signedIn?: boolean;
}

const menuEntries: readonly MenuEntry[] = [
  { name: text.home, path: '/', Icon: IconHome },
  { name: text.myAccount, path: '/account', Icon: IconUser, signedIn: true },
  { name: text.trash, path: '/trash', Icon: IconTrash, signedIn: true },
  { name: text.rewind, path: '/rewind', Icon: IconHistory, signedIn: true },
  { name: text.links, path: '/links', Icon: IconLink, signedIn: true },
  { name: text.pricing, path: '/pricing', Icon: IconCreditCard },
  { name: text.extension, path: '/extension', Icon: IconPuzzle },
  { name: text.startup, path: '/startup', Icon: IconRocket },
  { name: text.faq, path: '/faq', Icon: IconLifebuoy },
  { name: text.updates, path: '/updates', Icon: IconBell },
  { name: text.about, path: '/about', Icon: IconInfoCircle },
  { name: text.contact, path: '/contact', Icon: IconMail },
  { name: text.terms, path: '/terms', Icon: IconScale },
  { name: text.privacy, path: '/privacy', Icon: IconLock },
  { name: text.cookie, path: '/cookie', Icon: IconCookie },
];

/** A stable function, so that it opens once. Closing gives the focus back. */
const opened = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal();
  return () => dialog?.close();
};

export const SideMenu = ({ close }: { close: () => void }) => {
  const signedIn = useSession() !== null;
  const [path] = useLocation();
  const ad = useAd('sidebar');
  return (
    <dialog
      ref={opened}
      className={css.menu}
      aria-label={text.sideMenu}
      onClose={close}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className={css.head} onClick={close}>
        <Logo named />
        <button type="button" className={css.close} aria-label={text.close}>
          <IconX size={18} aria-hidden />
        </button>
      </div>
      <nav className={css.entries} aria-label={text.sideMenu}>
        {menuEntries
          .filter((entry) => signedIn || !entry.signedIn)
          .map(({ name, path: to, Icon }) => (
            <Link key={to} href={to} aria-current={path === to ? 'page' : undefined} onClick={close}>
              <Icon size={20} stroke={1.6} aria-hidden />
              {name}
            </Link>
          ))}
        <Share />
        {signedIn ? (
          <button type="button" onClick={() => void logOut()}>
            <IconLogout size={20} stroke={1.6} aria-hidden />
            {text.logOut}
          </button>
        ) : (
          <a href="/login">
            <IconLogin2 size={20} stroke={1.6} aria-hidden />
            {text.logIn}
          </a>
        )}
      </nav>
      {ad && <AdFrame ad={ad} />}
    </dialog>
  );
};

const Share = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconShare size={20} stroke={1.6} aria-hidden />
        {text.share}
        <IconChevronDown className={css.chevron} size={18} aria-hidden />
      </button>
      {open && (
        <div className={css.networks}>
          <Networks />
        </div>
      )}
    </>
  );
};
