import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { text } from '../../shared/messages/en.js';
import { viewerOf } from './viewers/registry.js';
import { windowRestored, type OpenWindow } from './windows-slice.js';
import css from './windows.module.css';

/** Least width of a button. */
const BUTTON_BASIS_PX = 150;

const useButtonWidth = (): number => {
  const [width, setWidth] = useState(document.documentElement.clientWidth);
  useEffect(() => {
    const onResize = (): void => setWidth(document.documentElement.clientWidth);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return width / Math.max(1, Math.floor(width / BUTTON_BASIS_PX));
};

/** Minimised windows, as buttons in rows at the bottom. */
export const Taskbar = ({ windows }: { windows: readonly OpenWindow[] }) => {
  const dispatch = useAppDispatch();
  const width = useButtonWidth();
  if (windows.length === 0) return null;
  return (
    <nav className={css.taskbar} aria-label={text.windows.taskbar} data-keeps-selection>
      {windows.map(({ id, element }) => (
        <button
          key={id}
          type="button"
          style={{ width }}
          title={element.linkname}
          onClick={() => dispatch(windowRestored(id))}
        >
          <img src={viewerOf(element).titleIcon(element)} alt="" width={18} height={18} />
          <span>{element.linkname}</span>
        </button>
      ))}
    </nav>
  );
};
