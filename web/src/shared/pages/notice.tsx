import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ShelfPicture } from './shelf-picture.js';
import css from './notice.module.css';

interface NoticeProps {
  title: string;
  text: string;
  action: string;
  /** Where the action leads, or what it does. */
  href?: string;
  onAction?: () => void;
  children?: ReactNode;
  /** What else can be done, below the action. */
  below?: ReactNode;
}

export const Notice = ({ title, text, action, href, onAction, children, below }: NoticeProps) => (
  <main id="content" className={css.notice}>
    <ShelfPicture />
    <h1>{title}</h1>
    <p>{text}</p>
    {children}
    {href ? (
      <Button component="a" href={href} size="md" mt="md" onClick={onAction}>
        {action}
      </Button>
    ) : (
      <Button size="md" mt="md" onClick={onAction}>
        {action}
      </Button>
    )}
    {below}
  </main>
);
