import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { store, useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { useCompact } from '../../shared/dom/media-queries.js';
import { MobileViewer } from './mobile-viewer.js';
import { PreviewWindow } from './preview-window.js';
import { windowsTexts } from '../../shared/messages/windows-texts.js';
import { viewerOf } from './viewers/registry.js';
import { type Size, useViewport } from './window-size.js';
import {
  type OpenWindow,
  selectActiveWindow,
  selectWindows,
  windowClosed,
  windowRestored,
  windowTurned,
} from './windows-slice.js';
import { currentSession, onSessionChange } from '../../shared/session/current-session.js';
import { forgetWindows, rememberWindows } from './open-window.js';
import css from './windows.module.css';

const steps: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

const keepsArrows = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-elements], [data-takes-arrows]') !== null;

/** Dialogs and menus come first. */
const useWindowKeys = (covered: boolean): void => {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActiveWindow);
  useEffect(() => {
    if (!active || covered) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('[role="menu"]')) return;
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
        return;
      const step = steps[event.key];
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (event.key === 'Escape') dispatch(windowClosed(active.id));
      else if (step && isPlain && active.filesList.length > 1 && !keepsArrows(event.target))
        dispatch(windowTurned({ id: active.id, step }));
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [active, covered, dispatch]);
};

interface WindowsProps {
  covered: boolean;
  /** Absent where files have no history. */
  showHistory?: (element: ElementView) => void;
}

const Windows = ({ covered, showHistory }: WindowsProps) => {
  useWindowKeys(covered);
  const compact = useCompact();
  const stack = useAppSelector((state) => selectWindows(state).stack);
  const active = useAppSelector(selectActiveWindow);
  const viewport = useViewport();
  if (compact) return active && <MobileViewer window={active} showHistory={showHistory} />;
  // In order of opening: raising one rebuilds none; depth is z-index.
  const inOrder = [...stack].sort((a, b) => a.id - b.id);
  const minimized = inOrder.filter((one) => one.minimized);
  const room = { ...viewport, height: viewport.height - taskbarHeight(minimized.length, viewport) };
  return (
    <>
      {inOrder.map((one) => (
        <PreviewWindow
          key={one.id}
          window={one}
          depth={stack.indexOf(one)}
          active={one.id === active?.id}
          room={room}
          showHistory={showHistory}
        />
      ))}
      <Taskbar windows={minimized} />
    </>
  );
};

export default Windows;

let last: readonly OpenWindow[] = [];

/** Signing out ends that. */
const remember = (): void => {
  const { stack } = selectWindows(store.getState());
  if (stack !== last && currentSession()) rememberWindows((last = stack));
};
remember();
store.subscribe(remember);
onSessionChange(() => {
  if (!currentSession()) forgetWindows();
});

const BUTTON_BASIS_PX = 150;
const ROW_HEIGHT_PX = 40;

const buttonsAcross = (width: number): number => Math.max(1, Math.floor(width / BUTTON_BASIS_PX));

/** No window goes below it. */
const taskbarHeight = (count: number, { width }: Size): number =>
  Math.ceil(count / buttonsAcross(width)) * ROW_HEIGHT_PX;

const Taskbar = ({ windows }: { windows: readonly OpenWindow[] }) => {
  const dispatch = useAppDispatch();
  const { width: viewport } = useViewport();
  const width = viewport / buttonsAcross(viewport);
  if (windows.length === 0) return null;
  return (
    <nav className={css.taskbar} aria-label={windowsTexts.taskbar} data-taskbar data-keeps-selection>
      {windows.map(({ id, element }) => (
        <button
          key={id}
          type="button"
          style={{ width }}
          title={element.linkname}
          onClick={() => dispatch(windowRestored(id))}
        >
          <img src={viewerOf(element).titleIcon(element)} alt="" width={18} height={18} />
          <span className="one-line">{element.linkname}</span>
        </button>
      ))}
    </nav>
  );
};
