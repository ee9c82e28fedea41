import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScrolledPast } from '../../shared/dom/use-scrolled-past.js';
import { Logo } from '../../shared/logo/logo.js';
import { text } from '../../shared/messages/en.js';
import css from './visitor-bar.module.css';

const SCROLLED_PX = 250;

/** Shown beyond 250 px of scrolling. */
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
