import type { ElementView } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '../../../shared/dom/media-queries.js';
import type { KnownJob } from '../../../shared/jobs/jobs-slice.js';
import { kindLabelOf } from '../../../shared/kinds/kind-label.js';
import { text } from '../../../shared/messages/en.js';
import { AwaitedPicture } from './awaited-picture.js';
import { jobLabel, JobSign, visibleJob } from './job-sign.js';
import { optionId } from './listing-view.js';
import { type Measure, shownName } from './name-lines.js';
import { hasPicture, Thumb } from './thumb.js';
import css from './tile.module.css';

export const awaitsPicture = (element: ElementView): boolean =>
  element.confirm === undefined &&
  element.source !== null &&
  shownFileType(element.linktype, element.extension).thumbnail !== null;

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
  [
    element.linkname,
    kindLabelOf(element),
    ...(element.shared ? [text.files.shared] : []),
    ...(job ? [jobLabel(job)] : []),
  ].join(', ');

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
      data-shared={element.shared}
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
