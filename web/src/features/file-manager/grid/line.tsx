import { memo } from 'react';
import { formatDay, formatMoment } from '../../../shared/format/dates.js';
import { formatSize } from '../../../shared/format/size.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { AwaitedPicture } from './awaited-picture.js';
import { awaitsPicture, type FaceProps, JobSign, optionLabel, type OptionProps, shownWork } from './tile.js';
import { optionId } from './listing-view.js';
import { Thumb } from './thumb.js';
import css from './listing-view.module.css';

const FADE_STEP_S = 0.1;
const LAST_FADE_S = 0.45;

/** Memo: stays while elements are selected. */
const LineFace = memo(function LineFace({ element, job, cookieReady }: FaceProps) {
  const work = shownWork(element, job);
  return (
    <>
      <div className={css.lineThumb} role="gridcell">
        <Thumb element={element} cookieReady={cookieReady} />
      </div>
      <div className={css.lineName} role="gridcell">
        <span data-name>{element.linkname}</span>
        {element.linktag.slice(0, 3).map((tag) => (
          <span key={tag} className={css.tag}>
            {tag}
          </span>
        ))}
        {work && <JobSign job={work} place="line" />}
      </div>
      <div className={css.figure} role="gridcell" title={formatMoment(element.date)}>
        {formatDay(element.date)}
      </div>
      <div className={css.figure} role="gridcell">
        {isFolder(element) ? '' : formatSize(element.size)}
      </div>
      {awaitsPicture(element) && <AwaitedPicture element={element} isWorkedOn={job !== undefined} />}
    </>
  );
});

interface LineProps extends Omit<OptionProps, 'total'> {
  /** Pixels in the list. */
  top: number;
}

export const Line = memo(function Line(props: LineProps) {
  const { index, selected, active, cut, top, ...face } = props;
  const { element, job } = face;
  return (
    <div className={css.row} role="presentation" style={{ top }}>
      <div
        id={optionId(element._id)}
        className={css.line}
        role="row"
        aria-label={optionLabel(element, shownWork(element, job))}
        aria-selected={selected}
        aria-rowindex={index + 2}
        data-id={element._id}
        data-active={active || undefined}
        data-cut={cut || undefined}
        data-folder={isFolder(element) || undefined}
        style={{ animationDelay: `${Math.min(index * FADE_STEP_S, LAST_FADE_S)}s` }}
      >
        <LineFace {...face} />
      </div>
    </div>
  );
});
