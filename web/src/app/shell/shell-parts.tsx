import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { shellTexts } from '../../shared/messages/shell-texts.js';
import { acceptCookies, useBottomBanner } from './bottom-banner.js';
import { useScrolledPast } from '../../shared/dom/use-scrolled-past.js';
import { Logo } from '../../shared/logo/logo.js';
import { text } from '../../shared/messages/en.js';
import css from './shell.module.css';

/** Fetched together: chunks of their own would split what all pages share. */
export { logOut } from '../../features/account/log-out.js';
export { SideMenu } from './side-menu.js';

const cookieTexts = shellTexts.cookies;

export const CookieBanner = () => {
  const [gone, setGone] = useState(false);
  const ref = useRef<HTMLElement>(null);
  useBottomBanner(!gone, ref);
  if (gone) return null;
  return (
    <section ref={ref} className={css.banner} aria-label={cookieTexts.label}>
      <p>
        {cookieTexts.text} <Link href="/cookie">{cookieTexts.more}</Link>
      </p>
      <Button
        onClick={() => {
          acceptCookies();
          setGone(true);
        }}
      >
        {cookieTexts.gotIt}
      </Button>
    </section>
  );
};

const SCROLLED_PX = 250;

export const VisitorBar = ({ menu }: { menu: ReactNode }) => {
  const shown = useScrolledPast(SCROLLED_PX);
  return (
    <div className={css.bar} data-shown={shown} inert={!shown}>
      {menu}
      <Logo />
      <Button component="a" href="/login" radius="xl">
        {text.header.logIn}
      </Button>
    </div>
  );
};
