import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { text } from '../../shared/messages/en.js';
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
