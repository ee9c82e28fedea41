import type { ElementView } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { isConversion, type KnownJob } from '../../../shared/jobs/jobs-slice.js';
import { text } from '../../../shared/messages/en.js';
import { hasPicture, Thumb } from './thumb.js';
import { kindLabelOf } from '../../../shared/kinds/kind-of.js';
import { AwaitedPicture } from './awaited-picture.js';
import { optionId } from './listing-view.js';
import { prefersReducedMotion } from '../../../shared/dom/media-queries.js';
import css from './tile.module.css';

export type Measure = (text: string) => number;

/** The last characters, with the extension, stay legible in a shortened name. */
const TAIL_CHARACTERS = 6;
const EXTENSION = /\.[^.\s]{1,8}$/u;
/** Breaks a line, unless that wastes much of it. */
const BREAKS = /[\s\-_]/u;
const LEAST_USE_OF_LINE = 0.4;

/** Finds by binary search how many characters fit. */
const fitting = (text: string, width: number, measure: Measure): number => {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Never cuts a surrogate pair in two. */
const wholeCharacters = (text: string, at: number): number => {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
};

const partsWords = (text: string, at: number): boolean =>
  BREAKS.test(text.charAt(at - 1)) || /\s/u.test(text.charAt(at));

/** Breaks early if that leaves both lines whole (`Ferry` / `tickets.pdf`). */
const breakPoint = (text: string, most: number, fits: (rest: string) => boolean): number => {
  for (let at = most; at > 0; at -= 1) {
    if (partsWords(text, at) && (at > most * LEAST_USE_OF_LINE || fits(text.slice(at).trimStart())))
      return at;
  }
  return Math.max(1, wholeCharacters(text, most));
};

const tailOf = (text: string): string => {
  const extension = EXTENSION.exec(text)?.[0] ?? '';
  const stem = text.slice(0, text.length - extension.length);
  const from = Math.max(0, stem.length - TAIL_CHARACTERS);
  const code = stem.charCodeAt(from);
  return stem.slice(code >= 0xdc00 && code <= 0xdfff ? from + 1 : from) + extension;
};

const shortened = (text: string, width: number, measure: Measure): string => {
  const tail = tailOf(text);
  const room = width - measure(`…${tail}`);
  if (room <= 0)
    return `…${tail.slice(-fitting([...tail].reverse().join(''), width - measure('…'), measure) || -1)}`;
  const head = wholeCharacters(text, fitting(text, room, measure));
  return `${text.slice(0, head).trimEnd()}…${tail}`;
};

/** Shortens a long name in its middle: `report-final-` / `qua…ft-v2.pdf`. */
export const nameLines = (name: string, width: number, measure: Measure): string[] => {
  if (measure(name) <= width) return [name];
  // An extension stays in one piece, with a little of the stem before it.
  const extension = EXTENSION.exec(name)?.[0].length ?? 0;
  const uncut = extension > 0 ? name.length - extension - 1 : name.length;
  const most = Math.max(1, Math.min(fitting(name, width, measure), uncut));
  const at = breakPoint(name, most, (rest) => measure(rest) <= width);
  const first = name.slice(0, at).trimEnd();
  const rest = name.slice(at).trimStart();
  return measure(rest) <= width ? [first, rest] : [first, shortened(rest, width, measure)];
};

interface ShownName {
  lines: string;
  isShortened: boolean;
}

interface Known extends ShownName {
  width: number;
  measure: Measure;
}

/** Measured once: tiles come and go while scrolling. */
const known = new WeakMap<ElementView, Known>();

/** Shortens the name to two lines of `width` pixels. */
const shownName = (element: ElementView, width: number, measure: Measure): ShownName => {
  const before = known.get(element);
  if (before && before.width === width && before.measure === measure) return before;
  const name = element.linkname;
  const lines = nameLines(name, width, measure);
  const isShortened = lines.some((line) => line.includes('…') && !name.includes('…'));
  const shown = { lines: lines.join('\n'), isShortened, width, measure };
  known.set(element, shown);
  return shown;
};

const jobLabel = ({ percent }: Pick<KnownJob, 'percent'>): string =>
  percent === null ? text.files.waiting : text.files.percent(percent);

interface JobSignProps {
  job: Pick<KnownJob, 'percent'>;
  place: 'icon' | 'picture' | 'line';
}

/** Screen readers ignore it: the element's label says the same. */
export const JobSign = ({ job, place }: JobSignProps) => (
  <span className={css.sign} data-place={place} aria-hidden>
    <span
      className={css.ring}
      data-known={job.percent !== null || undefined}
      style={{ '--done': `${job.percent ?? 0}%` } as React.CSSProperties}
    />
    {jobLabel(job)}
  </span>
);

type FolderCopy = Omit<KnownJob, 'kind'> & { kind: 'copy' };
type VisibleJob = KnownJob | FolderCopy;

export const awaitsPicture = (element: ElementView): boolean =>
  element.confirm === undefined &&
  element.source !== null &&
  shownFileType(element.linktype, element.extension).thumbnail !== null;

const copyOf = ({ _id, copying }: ElementView): FolderCopy | undefined =>
  copying && {
    _id,
    kind: 'copy',
    percent: copying.total > 0 ? Math.min(100, Math.round((copying.done / copying.total) * 100)) : null,
  };

/** No one waits for a sharper or moving picture. */
const isWaitedFor = (job: KnownJob, element: ElementView): boolean =>
  job.percent !== null || isConversion(job) || !hasPicture(element);

export const visibleJob = (element: ElementView, job: KnownJob | undefined): VisibleJob | undefined =>
  copyOf(element) ?? (job && isWaitedFor(job, element) ? job : undefined);

/** No subscriptions in a tile: hundreds come and go a second. */
export interface FaceProps {
  element: ElementView;
  job: KnownJob | undefined;
  cookieReady: boolean;
}

export interface OptionProps extends FaceProps {
  index: number;
  total: number;
  selected: boolean;
  active: boolean;
  cut: boolean;
}

interface TileFaceProps extends FaceProps {
  width: number;
  measure: Measure;
}

interface TileProps extends OptionProps, TileFaceProps {
  whole: boolean;
  /** Unit: pixels from the corner of the list. */
  left: number;
  top: number;
}

const NAME_PADDING_PX = 16;
/** Stacked marks reach beyond their line. */
const MARKS = /\p{M}/u;
const FADE_STEP_S = 0.04;
/** The folder has arrived after 0.6 s, with 0.15 s of fading. */
const LAST_FADE_S = 0.45;

export const optionLabel = (element: ElementView, job?: Pick<KnownJob, 'percent'>): string =>
  [element.linkname, kindLabelOf(element), ...(job ? [jobLabel(job)] : [])].join(', ');

const TileFace = memo(function TileFace(props: TileFaceProps) {
  const { element, job, cookieReady, width, measure } = props;
  const work = visibleJob(element, job);
  const place = hasPicture(element) ? 'picture' : 'icon';
  const { lines, isShortened } = shownName(element, width - NAME_PADDING_PX, measure);
  return (
    <>
      <div className={css.thumb} data-job={work && place}>
        <Thumb element={element} cookieReady={cookieReady} />
        {work && <JobSign job={work} place={place} />}
      </div>
      <div
        className={css.name}
        data-name
        data-lines={isShortened ? lines : undefined}
        data-marks={MARKS.test(element.linkname) || undefined}
      >
        {isShortened ? null : lines}
      </div>
      {awaitsPicture(element) && <AwaitedPicture element={element} isWorkedOn={job !== undefined} />}
    </>
  );
});

export const Tile = memo(function Tile(props: TileProps) {
  const { index, total, selected, active, cut, left, top, whole, ...face } = props;
  const { element, job, width, measure } = face;
  const ref = useRef<HTMLDivElement>(null);
  useSlide(ref, left, top);
  return (
    <div
      ref={ref}
      id={optionId(element._id)}
      className={css.tile}
      role="option"
      aria-selected={selected}
      aria-label={optionLabel(element, visibleJob(element, job))}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-id={element._id}
      data-active={active || undefined}
      data-cut={cut || undefined}
      data-folder={element.linktype === 'folder' || undefined}
      title={shownName(element, width - NAME_PADDING_PX, measure).isShortened ? element.linkname : undefined}
      style={{
        width,
        left,
        top,
        animationDelay: index * FADE_STEP_S < LAST_FADE_S ? `${index * FADE_STEP_S}s` : undefined,
      }}
    >
      {whole && <TileFace {...face} />}
    </div>
  );
});

const SLIDE: KeyframeAnimationOptions = {
  duration: 180,
  easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  // A tile that moves again goes on from where it is.
  composite: 'add',
};

/** Animates by hand: `translate` with a transition makes each tile a compositor layer. */
const useSlide = (ref: RefObject<HTMLElement | null>, left: number, top: number): void => {
  const before = useRef({ left, top });
  useLayoutEffect(() => {
    const from = before.current;
    if (from.left === left && from.top === top) return;
    before.current = { left, top };
    if (prefersReducedMotion()) return;
    const way = `${from.left - left}px ${from.top - top}px`;
    ref.current?.animate({ translate: [way, '0 0'] }, SLIDE);
  }, [ref, left, top]);
};
