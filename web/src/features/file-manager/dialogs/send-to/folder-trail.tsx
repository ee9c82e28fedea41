import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { text } from '../../../../shared/messages/en.js';
import { crumbsOf } from '../../folder/folder-path.js';
import css from './send-to.module.css';

interface FolderTrailProps {
  path: string;
  goTo: (path: string) => void;
}

/** Where one is while choosing a folder. A long path scrolls to its end. */
export const FolderTrail = ({ path, goTo }: FolderTrailProps) => {
  const listRef = useRef<HTMLOListElement>(null);
  useEffect(() => void listRef.current?.scrollTo({ left: listRef.current.scrollWidth }), [path]);
  const crumbs = [{ name: text.files.title, folder: '/' }, ...crumbsOf(path)];
  return (
    <nav aria-label={text.sendTo.trail}>
      <ol ref={listRef} className={css.trail}>
        {crumbs.map(({ name, folder }, index) => (
          <li key={folder}>
            {index > 0 && <IconChevronRight size={14} aria-hidden />}
            {index === crumbs.length - 1 ? (
              <strong aria-current="location">{name}</strong>
            ) : (
              <button type="button" onClick={() => goTo(folder)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};
