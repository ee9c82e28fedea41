import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { useScrolledPast } from '../../../shared/dom/use-scrolled-past.js';
import { formatDay, formatMoment } from '../../../shared/format/dates.js';
import { formatSize } from '../../../shared/format/size.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { sortChosen, selectView } from '../state/view-slice.js';
import type { ListingViewProps } from './listing-view.js';
import { Thumb } from './thumb.js';
import { optionId, type OptionProps } from './tile.js';
import { useWindowRows } from './use-window-rows.js';
import css from './listing-view.module.css';

const ROW_HEIGHT_PX = 44;
const STICKY_AFTER_PX = 560;
const FADE_STEP_S = 0.1;
const LAST_FADE_S = 0.45;
const columns = ['name', 'date', 'size'] as const;

const Line = memo(function Line({ element, index, total, selected, active }: OptionProps) {
  const size = isFolder(element) ? '' : formatSize(element.size);
  return (
    <div
      id={optionId(element._id)}
      className={css.line}
      role="option"
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-id={element._id}
      data-active={active || undefined}
      data-folder={isFolder(element) || undefined}
      style={{ animationDelay: `${Math.min(index * FADE_STEP_S, LAST_FADE_S)}s` }}
    >
      <div className={css.lineThumb}>
        <Thumb element={element} />
      </div>
      <div className={css.lineName}>
        <span>{element.linkname}</span>
        {element.linktag.slice(0, 3).map((tag) => (
          <span key={tag} className={css.tag}>
            {tag}
          </span>
        ))}
      </div>
      <div className={css.figure} title={formatMoment(element.date)}>
        {formatDay(element.date)}
      </div>
      <div className={css.figure}>{size}</div>
    </div>
  );
});

const Header = () => {
  const dispatch = useAppDispatch();
  const { field, descending } = useAppSelector((state) => selectView(state).sort);
  const belowBar = useScrolledPast(STICKY_AFTER_PX);
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  return (
    <div className={css.header} data-below-bar={belowBar} data-keeps-selection>
      <span />
      {columns.map((column) => (
        <button
          key={column}
          type="button"
          data-chosen={column === field}
          onClick={() => dispatch(sortChosen(column))}
          aria-label={`${text.files.sortBy} ${text.files.columns[column]}${column === field ? `, ${descending ? text.files.descending : text.files.ascending}` : ''}`}
        >
          {text.files.columns[column]}
          {column === field && <Arrow size={14} aria-hidden />}
        </button>
      ))}
    </div>
  );
};

/** Elements as lines: icon, name with tags, date, size. */
export const ElementList = ({ elements, selection, geometry, listProps }: ListingViewProps) => {
  const containerRef = useRef<HTMLDivElement>(null);
  const virtual = useWindowRows({ containerRef, count: elements.length, rowHeight: ROW_HEIGHT_PX });
  const selected = useMemo(() => new Set(selection.ids), [selection.ids]);
  useEffect(() => {
    geometry.current = {
      across: (index, step) => (elements[index + step] ? index + step : null),
      reveal: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    };
  }, [geometry, elements, virtual]);
  return (
    <div className={css.panel}>
      <Header />
      <div
        ref={containerRef}
        className={css.list}
        style={{ height: virtual.getTotalSize() }}
        {...listProps}
        aria-activedescendant={selection.active ? optionId(selection.active) : undefined}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const element = elements[index];
          return (
            element && (
              <div
                key={element._id}
                className={css.row}
                role="presentation"
                style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
              >
                <Line
                  element={element}
                  index={index}
                  total={elements.length}
                  selected={selected.has(element._id)}
                  active={selection.active === element._id}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
};
