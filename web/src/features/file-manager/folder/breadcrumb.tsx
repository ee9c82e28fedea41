import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { text } from '../../../shared/messages/en.js';
import { addressOfFolder, crumbsOf } from './folder-path.js';
import css from './breadcrumb.module.css';

/** After layout: asked earlier, it would force one. */
const showEnd = (end: HTMLLIElement | null): (() => void) | undefined => {
  if (!end) return;
  const list = end.parentElement;
  const observer = new ResizeObserver(() => list?.scrollTo({ left: list.scrollWidth }));
  observer.observe(end);
  return () => observer.disconnect();
};

export const Breadcrumb = memo(function Breadcrumb({ folder }: { folder: string }) {
  const crumbs = [{ name: text.files.title, folder: '/' }, ...crumbsOf(folder)];
  return (
    <nav className={css.breadcrumb} aria-label={text.files.breadcrumb}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.folder} ref={index === crumbs.length - 1 ? showEnd : undefined}>
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
