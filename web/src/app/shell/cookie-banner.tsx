import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { shellTexts } from '../../shared/messages/shell-texts.js';
import { acceptCookies } from './cookies-known.js';
import { useBottomBanner } from './use-bottom-banner.js';
import css from './cookie-banner.module.css';

const text = shellTexts.cookies;

export const CookieBanner = () => {
  const [gone, setGone] = useState(false);
  useBottomBanner(!gone);
  if (gone) return null;
  return (
    <section className={css.banner} aria-label={text.label}>
      <p>
        {text.text} <Link href="/cookie">{text.more}</Link>
      </p>
      <Button
        onClick={() => {
          acceptCookies();
          setGone(true);
        }}
      >
        {text.gotIt}
      </Button>
    </section>
  );
};
