import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.js';
import { useCompact } from '../../shared/dom/use-compact.js';
import { MobileViewer } from './mobile-viewer.js';
import { PreviewWindow } from './preview-window.js';
import { Taskbar, taskbarHeight } from './taskbar.js';
import { useViewport } from './viewport.js';
import {
  type OpenWindow,
  selectActiveWindow,
  selectWindows,
  windowClosed,
  windowTurned,
} from './windows-slice.js';
import { currentSession, onSessionChange } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { forgetWindows, rememberWindows } from './remembered-windows.js';

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
}

const Windows = ({ covered }: WindowsProps) => {
  useWindowKeys(covered);
  const compact = useCompact();
  const stack = useAppSelector((state) => selectWindows(state).stack);
  const active = useAppSelector(selectActiveWindow);
  const viewport = useViewport();
  if (compact) return active && <MobileViewer window={active} />;
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
