import { IconChevronDown, IconChevronLeft, IconChevronRight, IconChevronUp } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useCompact } from '../../shared/dom/media-queries.js';
import { windowsTexts } from '../../shared/messages/windows-texts.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { Fetching } from './viewers/placeholders.js';
import { viewerOf } from './viewers/registry.js';
import { type OpenWindow, windowTurned } from './windows-slice.js';
import css from './windows.module.css';

/** Up and right go on, left and down go back, as their keys do. */
const arrows = [
  { side: 'left', label: windowsTexts.previous, step: -1, Icon: IconChevronLeft },
  { side: 'right', label: windowsTexts.next, step: 1, Icon: IconChevronRight },
  { side: 'top', label: windowsTexts.nextUp, step: 1, Icon: IconChevronUp },
  { side: 'bottom', label: windowsTexts.previousDown, step: -1, Icon: IconChevronDown },
] as const;

export const Viewer = ({ window: { id, element, filesList } }: { window: OpenWindow }) => {
  const dispatch = useAppDispatch();
  const turn = (step: 1 | -1): void => void dispatch(windowTurned({ id, step }));
  return <TurnedViewer element={element} filesList={filesList} turn={turn} />;
};

interface TurnedViewerProps extends Pick<OpenWindow, 'element' | 'filesList'> {
  turn: (step: 1 | -1) => void;
}

export const TurnedViewer = ({ element, filesList, turn }: TurnedViewerProps) => {
  const compact = useCompact();
  const at = filesList.findIndex((one) => one._id === element._id);
  const { name, Component } = viewerOf(element);
  const shown = filesList.length < 2 ? [] : compact ? arrows.slice(0, 2) : arrows;
  return (
    <div className={css.viewer} data-viewer={name}>
      <Suspense fallback={<Fetching />}>
        <Component key={element._id} element={element} onEnd={() => turn(1)} />
      </Suspense>
      {shown.map(({ side, label, step, Icon }) => (
        <button
          key={side}
          type="button"
          className={css.turn}
          data-side={side}
          aria-label={label}
          onClick={() => turn(step)}
        >
          <Icon size={24} aria-hidden />
        </button>
      ))}
      {shown.length > 0 && (
        <span className={css.position} role="status">
          {windowsTexts.position(at + 1, filesList.length)}
        </span>
      )}
    </div>
  );
};
