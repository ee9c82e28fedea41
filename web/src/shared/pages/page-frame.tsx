import { useEffect, type ReactNode } from 'react';
import { usePageTitle } from './page-title.js';
import css from './page-frame.module.css';

interface PageFrameProps {
  title: string;
  lead?: ReactNode;
  narrow?: boolean;
  heading?: ReactNode;
  children: ReactNode;
}

export const PageFrame = ({ title, lead, narrow = false, heading, children }: PageFrameProps) => {
  usePageTitle(title);
  useEffect(() => void window.scrollTo(0, 0), [title]);
  return (
    <main id="content" className={css.page} data-narrow={narrow}>
      {heading ?? (
        <header className={css.heading}>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </header>
      )}
      {children}
    </main>
  );
};

export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.panel} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
