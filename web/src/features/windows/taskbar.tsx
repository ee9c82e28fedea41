import { useAppDispatch } from '../../shared/store/hooks.js';
import { text } from '../../shared/messages/en.js';
import { viewerOf } from './viewers/registry.js';
import { useViewport } from './viewport.js';
import type { Size } from './window-size.js';
import { windowRestored, type OpenWindow } from './windows-slice.js';
import css from './windows.module.css';

const BUTTON_BASIS_PX = 150;
const ROW_HEIGHT_PX = 40;

const buttonsAcross = (width: number): number => Math.max(1, Math.floor(width / BUTTON_BASIS_PX));

/** No window goes below it. */
export const taskbarHeight = (count: number, { width }: Size): number =>
  Math.ceil(count / buttonsAcross(width)) * ROW_HEIGHT_PX;

export const Taskbar = ({ windows }: { windows: readonly OpenWindow[] }) => {
  const dispatch = useAppDispatch();
  const { width: viewport } = useViewport();
  const width = viewport / buttonsAcross(viewport);
  if (windows.length === 0) return null;
  return (
    <nav className={css.taskbar} aria-label={text.windows.taskbar} data-taskbar data-keeps-selection>
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
