import { IconChevronDown, IconChevronLeft, IconChevronRight, IconChevronUp } from '@tabler/icons-react';
import { blobOfAddress, type ElementView } from '@skyshelf/contracts/browser';
import { Suspense } from 'react';
import { useCompact } from '../../shared/dom/media-queries.js';
import { useListedElement } from '../../shared/listings/listing-cache.js';
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
  const shown = useShown(element);
  return <TurnedViewer element={shown} filesList={filesList} turn={turn} />;
};

const contentOf = ({ linkurl }: ElementView): string | null => linkurl && blobOfAddress(linkurl);

/** The content that has replaced the file's since it was opened. Other changes leave a viewer as it is. */
const useShown = (opened: ElementView): ElementView => {
  const listed = useListedElement(opened);
  return contentOf(listed) === contentOf(opened) ? opened : listed;
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
        <Component key={`${element._id} ${contentOf(element)}`} element={element} onEnd={() => turn(1)} />
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
