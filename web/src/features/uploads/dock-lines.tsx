import { useState } from 'react';
import { DockLine } from './dock-line.js';
import css from './upload-dock.module.css';

/** Pixels; also in the style sheet. */
const LINE_HEIGHT = 52;
/** Lines in its 340 pixels, and more above and below. */
const IN_VIEW = 8;
const AROUND = 4;

/** Only lines in view, computed: measuring would force a layout. */
export const DockLines = ({ order }: { order: readonly number[] }) => {
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.min(top, order.length - IN_VIEW) - AROUND);
  const lines = order.slice(first, top + IN_VIEW + AROUND);
  return (
    <ul
      className={css.lines}
      onScroll={({ currentTarget: { scrollTop } }) => setTop(Math.floor(scrollTop / LINE_HEIGHT))}
    >
      <li className={css.room} role="presentation" style={{ height: order.length * LINE_HEIGHT }} />
      {lines.map((id, index) => {
        const place = first + index;
        return <DockLine key={id} id={id} top={place * LINE_HEIGHT} place={place + 1} of={order.length} />;
      })}
    </ul>
  );
};
