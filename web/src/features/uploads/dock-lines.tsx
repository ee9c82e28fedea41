import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { DockLine } from './dock-line.js';
import css from './upload-dock.module.css';

/** Pixels; the style sheet says the same. */
const LINE_HEIGHT = 52;

/** One line a file; only those in view exist. */
export const DockLines = ({ order }: { order: readonly number[] }) => {
  const scroller = useRef<HTMLUListElement>(null);
  const lines = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => order[index] ?? index,
    overscan: 4,
    // It is drawn once a frame anyway.
    useFlushSync: false,
  });
  return (
    <ul ref={scroller} className={css.lines}>
      <li className={css.room} role="presentation" style={{ height: lines.getTotalSize() }} />
      {lines.getVirtualItems().map(({ index, start, key }) => (
        <DockLine key={key} id={order[index] ?? 0} top={start} place={index + 1} of={order.length} />
      ))}
    </ul>
  );
};
