import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useRef, useState } from 'react';
import { Rnd } from 'react-rnd';
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconHistory,
  IconMinus,
  IconX,
} from '@tabler/icons-react';
import { useAppDispatch } from '../../shared/store/store.js';
import { isFile } from '../../shared/kinds/kind-of.js';
import { windowsTexts } from '../../shared/messages/windows-texts.js';
import {
  type Frame,
  MIN_WINDOW,
  reachable,
  rememberSize,
  type Size,
  snappedFrame,
  snapZone,
  type SnapZone,
} from './window-size.js';
import { viewerOf } from './viewers/registry.js';
import {
  type OpenWindow,
  windowClosed,
  windowFocused,
  windowFrameChanged,
  windowMaximizeToggled,
  windowMinimized,
  windowSnapped,
} from './windows-slice.js';
import { Viewer } from './viewer.js';
import css from './windows.module.css';

interface PreviewWindowProps {
  window: OpenWindow;
  /** It counts from the back. */
  depth: number;
  active: boolean;
  /** The taskbar is excluded. */
  room: Size;
  showHistory: ((element: ElementView) => void) | undefined;
}

const shownFrame = ({ maximized, side, frame }: OpenWindow, viewport: Size): Frame => {
  if (maximized) return snappedFrame('top', viewport);
  return side ? snappedFrame(side, viewport) : reachable(frame, viewport);
};

/** Frames would swallow the pointer's movements. */
const setMoving = (isMoving: boolean): void => {
  document.documentElement.toggleAttribute('data-window-moving', isMoving);
};

const useFocusWhileActive = (active: boolean) => {
  const contentRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active) return;
    const before = document.activeElement;
    contentRef.current?.focus({ preventScroll: true });
    return () =>
      before instanceof HTMLElement && before.isConnected ? before.focus({ preventScroll: true }) : undefined;
  }, [active]);
  return contentRef;
};

const pointOf = (event: object): Pick<Frame, 'x' | 'y'> | null => {
  const point = 'changedTouches' in event ? (event as TouchEvent).changedTouches[0] : (event as MouseEvent);
  return point && typeof point.clientX === 'number' ? { x: point.clientX, y: point.clientY } : null;
};

const zoneOf = (event: object, viewport: Size): SnapZone | null => {
  const point = pointOf(event);
  return point && snapZone(point, viewport);
};

const useDragging = (own: OpenWindow, viewport: Size) => {
  const dispatch = useAppDispatch();
  const [zone, setZone] = useState<SnapZone | null>(null);
  const onDrag = (event: object): void => {
    setMoving(true);
    setZone(zoneOf(event, viewport));
  };
  const onDragStop = (event: object, { x, y }: { x: number; y: number }): void => {
    setMoving(false);
    setZone(null);
    const shown = shownFrame(own, viewport);
    if (x === shown.x && y === shown.y) return;
    const end = zoneOf(event, viewport);
    if (end === 'top') dispatch(windowMaximizeToggled(own.id));
    else if (end) dispatch(windowSnapped({ id: own.id, side: end }));
    else {
      const { width, height } = own.frame;
      const pointer = pointOf(event)?.x ?? x;
      // Its title stays under the pointer.
      const left = own.side ? pointer - width / 2 : x;
      dispatch(windowFrameChanged({ id: own.id, frame: reachable({ x: left, y, width, height }, viewport) }));
    }
  };
  return { zone, onDrag, onDragStop };
};

export const PreviewWindow = ({ window: own, depth, active, room, showHistory }: PreviewWindowProps) => {
  const dispatch = useAppDispatch();
  const contentRef = useFocusWhileActive(active);
  const { zone, onDrag, onDragStop } = useDragging(own, room);
  const { x, y, width, height } = shownFrame(own, room);
  const resized = (element: HTMLElement, position: { x: number; y: number }): void => {
    setMoving(false);
    const frame = { width: element.offsetWidth, height: element.offsetHeight, ...position };
    rememberSize(viewerOf(own.element).name, frame);
    dispatch(windowFrameChanged({ id: own.id, frame }));
  };
  return (
    <>
      {zone && <div className={css.ghost} style={boxOf(snappedFrame(zone, room))} />}
      <Rnd
        className={css.window}
        data-active={active}
        data-window
        style={{ zIndex: 100 + depth, position: 'fixed', display: own.minimized ? 'none' : undefined }}
        position={{ x, y }}
        size={{ width, height }}
        minWidth={MIN_WINDOW.width}
        minHeight={MIN_WINDOW.height}
        bounds="window"
        dragHandleClassName="window-handle"
        cancel=".window-button"
        disableDragging={own.maximized}
        enableResizing={!own.maximized}
        onMouseDown={() => dispatch(windowFocused(own.id))}
        onDrag={onDrag}
        onDragStop={onDragStop}
        onResizeStart={() => setMoving(true)}
        onResizeStop={(_event, _direction, element, _delta, position) => resized(element, position)}
      >
        <div
          ref={contentRef}
          className={css.frame}
          role="dialog"
          aria-label={windowsTexts.window(own.element.linkname)}
          tabIndex={-1}
          data-keeps-selection
        >
          <TitleBar window={own} showHistory={showHistory} />
          <Viewer window={own} />
        </div>
      </Rnd>
    </>
  );
};

const GHOST_MARGIN_PX = 8;
const boxOf = ({ x, y, width, height }: Frame) => ({
  left: x + GHOST_MARGIN_PX,
  top: y + GHOST_MARGIN_PX,
  width: width - 2 * GHOST_MARGIN_PX,
  height: height - 2 * GHOST_MARGIN_PX,
});

const TitleBar = ({
  window: { id, element, maximized },
  showHistory,
}: Pick<PreviewWindowProps, 'window' | 'showHistory'>) => {
  const dispatch = useAppDispatch();
  const toggle = (): void => void dispatch(windowMaximizeToggled(id));
  const history = {
    label: windowsTexts.history,
    Icon: IconHistory,
    run: () => showHistory?.(element),
  };
  const buttons = [
    ...(showHistory && isFile(element) ? [history] : []),
    { label: windowsTexts.minimize, Icon: IconMinus, run: () => dispatch(windowMinimized(id)) },
    maximized
      ? { label: windowsTexts.restore, Icon: IconArrowsDiagonalMinimize2, run: toggle }
      : { label: windowsTexts.maximize, Icon: IconArrowsDiagonal, run: toggle },
    { label: windowsTexts.close, Icon: IconX, run: () => dispatch(windowClosed(id)) },
  ];
  return (
    <div className={`${css.titleBar} window-handle`} onDoubleClick={toggle}>
      <img src={viewerOf(element).titleIcon(element)} alt="" width={20} height={20} draggable={false} />
      <strong className="one-line" dir="auto" title={element.linkname}>
        {element.linkname}
      </strong>
      {buttons.map(({ label, Icon, run }) => (
        <button
          key={label}
          type="button"
          className="window-button"
          aria-label={label}
          onClick={run}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Icon size={16} stroke={2} aria-hidden />
        </button>
      ))}
    </div>
  );
};
