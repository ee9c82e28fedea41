import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './list-parts.module.css';

interface ListEndProps {
  words: { unavailable: string; tryAgain: string; more?: string };
  isError: boolean;
  reload: () => unknown;
  hasMore?: boolean;
  isLoading?: boolean;
  more?: () => unknown;
}

/** It offers to ask again for a list that failed, and to show more of a long one. */
export const ListEnd = ({ words, isError, reload, hasMore, isLoading, more }: ListEndProps) => (
  <>
    {isError && (
      <div className="nothing-yet stack">
        <p>{words.unavailable}</p>
        <Button variant="quiet" onClick={() => void reload()}>
          {words.tryAgain}
        </Button>
      </div>
    )}
    {hasMore && (
      <Button variant="quiet" loading={isLoading} onClick={() => void more?.()}>
        {words.more}
      </Button>
    )}
  </>
);

interface ListTrailProps {
  label: string;
  /** The last one is open. */
  folders: readonly { id: string; name: string }[];
  walk: (id: string) => void;
}

export const ListTrail = ({ label, folders, walk }: ListTrailProps) => (
  <nav aria-label={label}>
    <ol className={css.trail}>
      {folders.map(({ id, name }, index) => (
        <li key={id}>
          {index > 0 && <span aria-hidden>›</span>}
          {index === folders.length - 1 ? (
            <strong aria-current="page">{name}</strong>
          ) : (
            <button type="button" onClick={() => walk(id)}>
              {name}
            </button>
          )}
        </li>
      ))}
    </ol>
  </nav>
);

interface ListNameProps {
  name: string;
  label: string;
  /** Absent: it cannot be opened. */
  open?: (() => void) | undefined;
  /** It stands below the name. */
  children: ReactNode;
}

export const ListName = ({ name, label, open, children }: ListNameProps) => (
  <div className={css.name}>
    {open ? (
      <button type="button" aria-label={label} onClick={open}>
        {name}
      </button>
    ) : (
      <span>{name}</span>
    )}
    {children}
  </div>
);
