import { IconChevronRight } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { text } from '../../../shared/messages/en.js';
import { addressOfFolder, crumbsOf } from './folder-path.js';
import css from './breadcrumb.module.css';

/** 'All Files' and a part for each folder; the last one is where we are. A long path scrolls to its end. */
export const Breadcrumb = memo(function Breadcrumb({ folder }: { folder: string }) {
  const listRef = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which must not become the clean-up.
    void listRef.current?.scrollTo({ left: listRef.current.scrollWidth });
  }, [folder]);
  const crumbs = [{ name: text.files.title, folder: '/' }, ...crumbsOf(folder)];
  return (
    <nav className={css.breadcrumb} aria-label={text.files.breadcrumb}>
      <ol ref={listRef}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.folder}>
            {index > 0 && <IconChevronRight size={16} aria-hidden />}
            {index === crumbs.length - 1 ? (
              <h1 aria-current="page" data-drop-folder={crumb.folder}>
                {crumb.name}
              </h1>
            ) : (
              <Link href={addressOfFolder(crumb.folder)} data-drop-folder={crumb.folder} draggable={false}>
                {crumb.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
});
