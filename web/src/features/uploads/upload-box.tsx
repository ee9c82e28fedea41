import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { text } from '../../shared/messages/en.js';
import { useCompact } from '../../shared/dom/use-compact.js';
import { DockActions } from './dock-actions.js';
import { DockLine } from './dock-line.js';
import css from './upload-dock.module.css';
import { summarise } from './dock-summary.js';
import { uploads } from './uploads.js';
import { useUploads } from './use-uploads.js';

/** For all files together. */
const ANNOUNCEMENTS = 5;

const UploadBox = () => {
  const { order, totals, speed } = useUploads();
  const compact = useCompact();
  const [choice, setChoice] = useState<boolean | null>(null);
  const { all, count } = totals;
  if (all === 0) return null;
  // On small screens it opens for what needs an answer.
  const opened = choice ?? (!compact || totals.taken + count.missing > 0);
  const { title, detail, progress, active } = summarise(totals, speed);
  const step = Math.max(1, Math.ceil(all / ANNOUNCEMENTS));
  const announced = active ? Math.floor(count.done / step) * step : count.done;
  return (
    <section className={css.dock} aria-label={text.uploads.dock} data-keeps-selection data-active={active}>
      <div className={css.head}>
        <div className={css.words}>
          <strong>{title}</strong>
          {detail && <span className={css.state}>{detail}</span>}
        </div>
        <button
          type="button"
          aria-expanded={opened}
          aria-label={opened ? text.uploads.collapse : text.uploads.expand}
          onClick={() => setChoice(!opened)}
        >
          {opened ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
        </button>
        {!active && (
          <button type="button" aria-label={text.uploads.clear} onClick={() => uploads.clearSettled()}>
            <IconX size={18} aria-hidden />
          </button>
        )}
        <div className={css.track} aria-hidden>
          <span style={{ transform: `scaleX(${progress})` }} />
        </div>
      </div>
      <span className="visually-hidden" role="status">
        {text.uploads.announce(announced, all)}
      </span>
      {opened && <DockActions totals={totals} />}
      {opened && <DockLines order={order} />}
    </section>
  );
};

export default UploadBox;

/** Pixels; also in the style sheet. */
const LINE_HEIGHT = 52;
/** Lines in its 340 pixels, and more above and below. */
const IN_VIEW = 8;
const AROUND = 4;

/** Only lines in view, computed: measuring would force a layout. */
const DockLines = ({ order }: { order: readonly number[] }) => {
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
