import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScrolledPast } from '../../shared/dom/use-scrolled-past.js';
import { Logo } from '../../shared/logo/logo.js';
import { text } from '../../shared/messages/en.js';
import css from './visitor-bar.module.css';

const SCROLLED_PX = 250;

/** What a visitor has at hand far down a page: slides in beyond 250 px, and out again at 250 or less. */
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
