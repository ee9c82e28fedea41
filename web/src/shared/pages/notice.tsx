import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../messages/en.js';
import { usePageTitle } from './page-title.js';
import css from './notice.module.css';

interface NoticeProps {
  title: string;
  text: string;
  action: string;
  href?: string;
  onAction?: () => void;
  children?: ReactNode;
  below?: ReactNode;
}

export const Notice = ({ title, text, action, href, onAction, children, below }: NoticeProps) => {
  usePageTitle(title);
  return (
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
};

export const ShelfPicture = () => (
  <svg className={css.picture} viewBox="0 0 200 120" aria-hidden>
    <circle cx="142" cy="40" r="18" fill="#ffd978" />
    <path
      fill="var(--cloud-picture)"
      d="M62 86a23 23 0 0 1-2-45.9A33 33 0 0 1 122.400 35.300 25.500 25.500 0 0 1 125.500 86z"
    />
    <rect x="20" y="92" width="160" height="9" rx="4.500" fill="var(--accent)" />
    <path
      d="M44 101v12M156 101v12"
      stroke="var(--accent)"
      strokeWidth="7"
      strokeLinecap="round"
      opacity=".55"
    />
    <rect x="146" y="62" width="11" height="30" rx="2.500" fill="var(--accent)" opacity=".75" />
    <rect x="159.500" y="56" width="9" height="36" rx="2.500" fill="var(--accent-ink)" opacity=".8" />
  </svg>
);

export const NotFound = () => (
  <Notice title={text.notFound.title} text={text.notFound.text} action={text.notFound.goHome} href="/" />
);

/** Appears only when it takes a moment. */
export const Loading = ({ label = text.loading }: { label?: string }) => (
  <div className={css.loading} role="status" aria-label={label}>
    <Loader color="var(--action)" size="md" type="dots" />
  </div>
);
