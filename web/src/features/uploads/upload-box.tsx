import { type CSSProperties, useState } from 'react';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { text } from '../../shared/messages/en.js';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import type { UploadTotals } from './upload-list.js';
import { ChooseAgain, DockLine } from './dock-line.js';
import { useUploadEngine, useUploads } from './page-uploads.js';
import { useCompact } from '../../shared/dom/media-queries.js';
import css from './upload-dock.module.css';

interface DockSummary {
  title: string;
  /** Empty when nothing is under way. */
  detail: string;
  /** The progress of the whole list, from 0 to 1. */
  progress: number;
  active: boolean;
}

/** Formats seconds coarsely on purpose: `12 s`, `3 min`, `2 h 5 min`. Seconds in. */
export const formatDuration = (seconds: number | null): string => {
  if (seconds === null || !Number.isFinite(seconds)) return '';
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** @param speed bytes a second */
export const summarise = (totals: UploadTotals, speed: number): DockSummary => {
  const { unsettled, counted, arrived, left, moving, count } = totals;
  const isMoving = moving > 0 && speed > 0;
  const detail = [
    ...(unsettled > 0 ? [text.uploads.of(formatSize(arrived, 1), formatSize(counted, 1))] : []),
    ...(isMoving ? [text.uploads.speed(formatSize(speed, 1))] : []),
    ...(isMoving && left > 0 ? [text.uploads.left(formatDuration(left / speed))] : []),
  ].join(' · ');
  const settledTitle = count.done > 0 ? text.uploads.finished(count.done) : text.uploads.stopped;
  return {
    title: unsettled > 0 ? text.uploads.uploading(unsettled) : settledTitle,
    detail,
    progress: counted > 0 ? arrived / counted : unsettled > 0 ? 0 : 1,
    active: unsettled > 0,
  };
};

export const DockActions = ({ totals: { all, count, unsettled, taken } }: { totals: UploadTotals }) => {
  const uploads = useUploadEngine();
  const [asking, setAsking] = useState(false);
  if (all < 2) return null;
  const open = unsettled + count.failed + count.missing;
  if (asking && open > 0)
    return (
      <div className={css.actions} role="group" aria-label={text.uploads.cancelSure(open)}>
        <span>{text.uploads.cancelSure(open)}</span>
        <button type="button" autoFocus onClick={() => setAsking(false)}>
          {text.dialogs.no}
        </button>
        <button
          type="button"
          data-dangerous
          onClick={() => {
            uploads.cancelAll();
            setAsking(false);
          }}
        >
          {text.dialogs.yes}
        </button>
      </div>
    );
  const canPause = count.waiting + count.sending > 0;
  if (open === 0 && taken < 2) return null;
  return (
    <div className={css.actions}>
      {canPause && (
        <button type="button" onClick={() => uploads.pauseAll()}>
          {text.uploads.pauseAll}
        </button>
      )}
      {count.paused > 0 && (
        <button type="button" onClick={() => uploads.resumeAll()}>
          {text.uploads.resumeAll}
        </button>
      )}
      {count.failed > 0 && (
        <button type="button" onClick={() => uploads.resume(...uploads.list.idsIn('failed'))}>
          {text.uploads.retryAll}
        </button>
      )}
      {count.missing > 0 && <ChooseAgain />}
      {taken > 1 && <TakenNames count={taken} />}
      {open > 0 && (
        <button type="button" onClick={() => setAsking(true)}>
          {text.uploads.cancelAll}
        </button>
      )}
    </div>
  );
};

const TakenNames = ({ count }: { count: number }) => {
  const uploads = useUploadEngine();
  const { taken } = uploads.list;
  return (
    <div className={css.actions} role="group" aria-label={text.uploads.taken(count)}>
      <span>{text.uploads.taken(count)}</span>
      <button type="button" onClick={() => uploads.takeAnyway('keep-both', ...taken())}>
        {text.uploads.keepBoth}
      </button>
      <button type="button" onClick={() => uploads.takeAnyway('replace', ...taken())}>
        {text.uploads.replace}
      </button>
      <button type="button" onClick={() => uploads.cancel(...taken())}>
        {text.uploads.skip}
      </button>
    </div>
  );
};

const ANNOUNCEMENTS = 5;

interface UploadBoxProps {
  /** It stands in the page, not in its corner, and is always open. */
  inPage?: boolean;
}

const UploadBox = ({ inPage = false }: UploadBoxProps) => {
  const uploads = useUploadEngine();
  const { order, totals, speed } = useUploads();
  const compact = useCompact();
  const [choice, setChoice] = useState<boolean | null>(null);
  const { all, count } = totals;
  if (all === 0) return null;
  // On small screens it opens for what needs an answer.
  const opened = inPage || (choice ?? (!compact || totals.taken + count.missing > 0));
  const { title, detail, progress, active } = summarise(totals, speed);
  const step = Math.max(1, Math.ceil(all / ANNOUNCEMENTS));
  const announced = active ? Math.floor(count.done / step) * step : count.done;
  return (
    <section
      className={inPage ? css.inPage : css.dock}
      aria-label={text.uploads.dock}
      data-keeps-selection
      data-active={active}
    >
      <div className={css.head}>
        <div className={css.words}>
          <strong>{title}</strong>
          {detail && <span className={css.state}>{detail}</span>}
        </div>
        {!inPage && (
          <button
            type="button"
            aria-expanded={opened}
            aria-label={opened ? text.uploads.collapse : text.uploads.expand}
            onClick={() => setChoice(!opened)}
          >
            {opened ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
          </button>
        )}
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

/** Unit: pixels; also in the style sheet. */
const LINE_HEIGHT = 52;
/** Lines in its 340 pixels, and more above and below. */
const IN_VIEW = 8;
const AROUND = 4;

/** Computes only the lines in view: measuring would force a layout. */
const DockLines = ({ order }: { order: readonly number[] }) => {
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.min(top, order.length - IN_VIEW) - AROUND);
  const lines = order.slice(first, top + IN_VIEW + AROUND);
  const height = { '--height': `${order.length * LINE_HEIGHT}px` } as CSSProperties;
  return (
    <ul
      className={css.lines}
      style={height}
      onScroll={({ currentTarget: { scrollTop } }) => setTop(Math.floor(scrollTop / LINE_HEIGHT))}
    >
      {lines.map((id, index) => {
        const place = first + index;
        return <DockLine key={id} id={id} top={place * LINE_HEIGHT} place={place + 1} of={order.length} />;
      })}
    </ul>
  );
};
