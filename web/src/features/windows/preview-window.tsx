import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconMinus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Rnd } from 'react-rnd';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { text } from '../../shared/messages/en.js';
import { Viewer } from './viewer.js';
import { viewerOf } from './viewers/registry.js';
import { initialFrame, MIN_WINDOW, type Frame } from './window-size.js';
import {
  windowClosed,
  windowFocused,
  windowMaximizeToggled,
  windowMinimized,
  type OpenWindow,
} from './windows-slice.js';
import css from './windows.module.css';

interface PreviewWindowProps {
  window: OpenWindow;
  /** Position in the stack, from the back. */
  depth: number;
  active: boolean;
}

const TitleBar = ({ window: { id, element, maximized } }: { window: OpenWindow }) => {
  const dispatch = useAppDispatch();
  const buttons = [
    { label: text.windows.minimize, Icon: IconMinus, run: () => dispatch(windowMinimized(id)) },
    maximized
      ? {
          label: text.windows.restore,
          Icon: IconArrowsDiagonalMinimize2,
          run: () => dispatch(windowMaximizeToggled(id)),
        }
      : {
          label: text.windows.maximize,
          Icon: IconArrowsDiagonal,
          run: () => dispatch(windowMaximizeToggled(id)),
        },
    { label: text.windows.close, Icon: IconX, run: () => dispatch(windowClosed(id)) },
  ];
  return (
    <div
      className={`${css.titleBar} window-handle`}
      onDoubleClick={() => dispatch(windowMaximizeToggled(id))}
    >
      <img src={viewerOf(element).titleIcon(element)} alt="" width={20} height={20} draggable={false} />
      <strong>{element.linkname}</strong>
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

/** A floating window: drag it by its title, resize it at its edges, double click to maximise. */
export const PreviewWindow = ({ window: own, depth, active }: PreviewWindowProps) => {
  const dispatch = useAppDispatch();
  const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const [frame, setFrame] = useState<Frame>(() =>
    initialFrame(viewerOf(own.element).initialSize(own.element), viewport, depth),
  );
  const contentRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active) return;
    const before = document.activeElement;
    contentRef.current?.focus({ preventScroll: true });
    return () =>
      before instanceof HTMLElement && before.isConnected ? before.focus({ preventScroll: true }) : undefined;
  }, [active]);
  const shown: Frame = own.maximized ? { x: 0, y: 0, ...viewport } : frame;
  return (
    <Rnd
      className={css.window}
      data-active={active}
      style={{ zIndex: 100 + depth, position: 'fixed', display: own.minimized ? 'none' : undefined }}
      position={{ x: shown.x, y: shown.y }}
      size={{ width: shown.width, height: shown.height }}
      minWidth={MIN_WINDOW.width}
      minHeight={MIN_WINDOW.height}
      bounds="window"
      dragHandleClassName="window-handle"
      cancel=".window-button"
      disableDragging={own.maximized}
      enableResizing={!own.maximized}
      onMouseDown={() => dispatch(windowFocused(own.id))}
      onDragStop={(_, { x, y }) => setFrame({ ...frame, x, y })}
      onResizeStop={(_event, _direction, element, _delta, position) =>
        setFrame({ width: element.offsetWidth, height: element.offsetHeight, ...position })
      }
    >
      <div
        ref={contentRef}
        className={css.frame}
        role="dialog"
        aria-label={text.windows.window(own.element.linkname)}
        tabIndex={-1}
        data-keeps-selection
      >
        <TitleBar window={own} />
        <Viewer window={own} />
      </div>
    </Rnd>
  );
};
