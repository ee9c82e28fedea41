import { memo, useEffect, useMemo, useRef } from 'react';
import { IconArrowDown, IconArrowUp, IconCategory } from '@tabler/icons-react';
import { formatDay, formatMoment, formatSize } from '../../../shared/format/dates-and-sizes.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { AwaitedPicture } from './awaited-picture.js';
import { JobSign, visibleJob } from './job-sign.js';
import { awaitsPicture, type FaceProps, optionLabel, type OptionProps } from './tile.js';
import { inList, type ListingViewProps, optionId, rowsOfPage } from './listing-view.js';
import { Thumb } from './thumb.js';
import { type KnownJob, selectJobsById } from '../../../shared/jobs/jobs-slice.js';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { useScrolledPast } from '../../../shared/dom/use-scrolled-past.js';
import type { SelectedIds } from '../selection/selected-ids.js';
import { selectView, sortChosen } from '../state/view-slice.js';
import { type Ad, AdFrame, slotsOf, useAd } from '../../../shared/ads/ad-frame.js';
import { linesIn, linesWithAds, rowsWithin } from '../layout/rows.js';
import { useCutIds } from '../clipboard/clipboard.js';
import { useWindowRows } from './use-window-rows.js';
import css from './listing-view.module.css';

const FADE_STEP_S = 0.1;
const LAST_FADE_S = 0.45;

/** Memo: stays while elements are selected. */
const LineFace = memo(function LineFace({ element, job, cookieReady }: FaceProps) {
  const work = visibleJob(element, job);
  return (
    <>
      <div className={css.lineThumb} role="gridcell">
        <Thumb element={element} cookieReady={cookieReady} />
      </div>
      <div className={css.lineName} role="gridcell">
        <span className="one-line" data-name>
          {element.linkname}
        </span>
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
      <div
        className={css.figure}
        role="gridcell"
        title={element.modified === undefined ? undefined : formatMoment(element.modified)}
      >
        {element.modified === undefined ? '' : formatDay(element.modified)}
      </div>
      <div className={css.figure} role="gridcell">
        {isFolder(element) ? '' : formatSize(element.size)}
      </div>
      {awaitsPicture(element) && <AwaitedPicture element={element} isWorkedOn={job !== undefined} />}
    </>
  );
});

interface LineProps extends Omit<OptionProps, 'total'> {
  top: number;
}

const Line = memo(function Line(props: LineProps) {
  const { index, selected, active, cut, top, ...face } = props;
  const { element, job } = face;
  return (
    <div className={css.row} role="presentation" style={{ top }}>
      <div
        id={optionId(element._id)}
        className={css.line}
        role="row"
        aria-label={optionLabel(element, visibleJob(element, job))}
        aria-selected={selected}
        aria-rowindex={index + 2}
        data-id={element._id}
        data-active={active || undefined}
        data-shared={element.shared}
        data-cut={cut || undefined}
        data-folder={isFolder(element) || undefined}
        style={{ animationDelay: `${Math.min(index * FADE_STEP_S, LAST_FADE_S)}s` }}
      >
        <LineFace {...face} />
      </div>
    </div>
  );
});

const ROW_HEIGHT_PX = 44;
const STICKY_AFTER_PX = 560;
const columns = ['kind', 'name', 'date', 'modified', 'size'] as const;

const Header = memo(function Header() {
  const dispatch = useAppDispatch();
  const { field, descending } = useAppSelector((state) => selectView(state).sort);
  const belowBar = useScrolledPast(STICKY_AFTER_PX);
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  const order = descending ? 'descending' : 'ascending';
  return (
    <div className={css.header} role="row" aria-rowindex={1} data-below-bar={belowBar} data-keeps-selection>
      {columns.map((column) => (
        <div
          key={column}
          role="columnheader"
          aria-sort={column === field ? order : 'none'}
          data-column={column}
        >
          <button
            type="button"
            data-chosen={column === field}
            title={`${text.files.sortBy} ${text.files.columns[column]}`}
            onClick={() => dispatch(sortChosen(column))}
          >
            <span className={column === 'kind' ? 'visually-hidden' : undefined}>
              {text.files.columns[column]}
            </span>
            {column === field ? (
              <Arrow size={14} aria-hidden />
            ) : (
              column === 'kind' && <IconCategory size={16} aria-hidden />
            )}
          </button>
        </div>
      ))}
    </div>
  );
});

const AdRow = ({ ad, top }: { ad: Ad; top: number }) => (
  <div className={css.ad} style={{ top }} role="row">
    <div role="gridcell">
      <AdFrame ad={ad} />
    </div>
  </div>
);

export const ElementList = (props: ListingViewProps) => {
  const { elements, selection } = props;
  const known = {
    ad: useAd('listing'),
    cut: useCutIds(),
    selected: useMemo(() => selection.ids.in(elements), [selection.ids, elements]),
    jobs: useAppSelector(selectJobsById),
    cookieReady: useReadCookieReady(),
  };
  return <LineWindow {...props} {...known} />;
};

interface LineWindowProps extends ListingViewProps {
  ad: Ad | null;
  cut: ReadonlySet<string>;
  selected: SelectedIds;
  jobs: Readonly<Record<string, KnownJob>>;
  cookieReady: boolean;
}

const LineWindow = (props: LineWindowProps) => {
  const { elements, selection, geometry, listProps, ad, cut, selected, jobs, cookieReady } = props;
  const containerRef = useRef<HTMLDivElement>(null);
  const count = elements.length;
  const places = useMemo(() => linesWithAds(count, slotsOf(ad, ROW_HEIGHT_PX)), [count, ad]);
  const { rows, height, scroll } = useWindowRows({
    containerRef,
    kind: 'lines',
    count: places.count,
    rowHeight: ROW_HEIGHT_PX,
  });
  useEffect(() => {
    geometry.current = {
      across: (index, step) => (elements[index + step] ? index + step : null),
      pageAcross: (index, step) => Math.max(0, Math.min(count - 1, index + step * rowsOfPage(ROW_HEIGHT_PX))),
      within: (area) => {
        const touched = rowsWithin(inList(area, containerRef, scroll.shift), ROW_HEIGHT_PX, places.count);
        return [linesIn(touched, places)];
      },
      reveal: (index) => scroll.reveal(places.slotOf(index)),
    };
  }, [geometry, elements, count, scroll, places]);
  return (
    <div
      className={css.panel}
      {...listProps}
      role="grid"
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={selection.active ? optionId(selection.active) : undefined}
    >
      <Header />
      <div ref={containerRef} className={css.list} style={{ height }} role="rowgroup">
        {rows.map(({ index: place, top }) => {
          const index = places.lineAt(place);
          const element = index === null ? undefined : elements[index];
          if (ad && places.beginsAd(place)) return <AdRow key={`ad-${place}`} ad={ad} top={top} />;
          return (
            element &&
            index !== null && (
              <Line
                key={element._id}
                top={top}
                element={element}
                job={jobs[element._id]}
                cookieReady={cookieReady}
                index={index}
                selected={selected.hasAt(index)}
                active={selection.active === element._id}
                cut={cut.has(element._id)}
              />
            )
          );
        })}
      </div>
    </div>
  );
};
