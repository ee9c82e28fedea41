import type { ElementView } from '@skyshelf/contracts/browser';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { useInstallation } from '../../../shared/installation/installation-api.js';
import { type Ad, AdFrame, slotsOf, useAd } from '../../../shared/ads/ad-frame.js';
import {
  packRows,
  plainTileWidth,
  rowIndexOf,
  tileAcross,
  tileGap,
  tilePageAcross,
  type TileRow,
  tilesPerAd,
  tilesWithin,
  tileWidth,
  withAds,
} from '../layout/rows.js';
import type { Measure } from './name-lines.js';
import { Tile } from './tile.js';
import { type KnownJob, selectJobsById } from '../../../shared/jobs/jobs-slice.js';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { useAppSelector } from '../../../shared/store/store.js';
import type { SelectedIds } from '../selection/selected-ids.js';
import { inList, type ListingViewProps, optionId, rowsOfPage } from './listing-view.js';
import { TileFaces, useWindowRows } from './use-window-rows.js';
import { useCutIds } from '../clipboard/clipboard.js';
import css from './listing-view.module.css';

const NAME_HEIGHT_PX = 50;
const THUMB_RATIO = 0.76;

interface TileRows {
  rows: readonly TileRow[];
  /** The gap is included. */
  rowHeight: number;
  thumbHeight: number;
  gap: number;
  ad: Ad | null;
}

const useTileRows = (elements: readonly ElementView[], available: number): TileRows => {
  const websitePictures = useInstallation()?.websitePictures ?? false;
  const leastWidths = useMemo(
    () => elements.map((element) => tileWidth(element, websitePictures)),
    [elements, websitePictures],
  );
  const thumbHeight = Math.round(plainTileWidth(available) * THUMB_RATIO);
  const gap = tileGap(available);
  const rowHeight = thumbHeight + NAME_HEIGHT_PX + gap;
  const ad = useAd('listing');
  const compact = useCompact();
  const slots = slotsOf(ad, rowHeight);
  const rows = useMemo(() => {
    const packed = available > 0 ? packRows(leastWidths, available) : [];
    return slots > 0 ? withAds(packed, tilesPerAd(compact), slots) : packed;
  }, [leastWidths, available, slots, compact]);
  return { rows, rowHeight, thumbHeight, gap, ad };
};

const FONT = "500 13px 'Inter Variable', system-ui, sans-serif";

const createMeasure = (font: string): Measure => {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const widths = new Map<string, number>();
  const widthOf = (character: string): number => {
    let width = widths.get(character);
    if (width === undefined) {
      width = context?.measureText(character).width ?? 8;
      widths.set(character, width);
    }
    return width;
  };
  return (text) => {
    let sum = 0;
    for (const character of text) sum += widthOf(character);
    return sum;
  };
};

let measure = createMeasure(FONT);

const subscribe = (listener: () => void): (() => void) => {
  // The font has loaded: measure again.
  const renew = (): void => {
    measure = createMeasure(FONT);
    listener();
  };
  document.fonts.addEventListener('loadingdone', renew);
  return () => document.fonts.removeEventListener('loadingdone', renew);
};

const useMeasure = (): Measure => useSyncExternalStore(subscribe, () => measure);

/** The last width of what fills the page, and that of the window at that time. */
let known = { window: 0, width: 0 };

/**
 * Content width in pixels; 0 before it is known. Kept for a window of the same width: the next folder is drawn
 * before layout.
 */
export const useElementWidth = (ref: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(() => (known.window === innerWidth ? known.width : 0));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      known = { window: innerWidth, width: element.clientWidth };
      setWidth(known.width);
    };
    if (known.window !== innerWidth) measure();
    // Called at first too, after layout, before paint.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
};

interface Spot {
  index: number;
  left: number;
  top: number;
  width: number;
}

/** Unit: pixels from the corner of the list. */
const spotsOf = (row: TileRow | undefined, top: number, gap: number): Spot[] => {
  if (!row) return [];
  const { start, widths } = row;
  let left = 0;
  return widths.map((width, offset) => {
    const spot = { index: start + offset, left, top, width };
    left += width + gap;
    return spot;
  });
};

export const TileGrid = (props: ListingViewProps) => {
  const { elements, selection } = props;
  const containerRef = useRef<HTMLDivElement>(null);
  const available = useElementWidth(containerRef);
  const layout = useTileRows(elements, available);
  const known = {
    cut: useCutIds(),
    selected: useMemo(() => selection.ids.in(elements), [selection.ids, elements]),
    jobs: useAppSelector(selectJobsById),
    cookieReady: useReadCookieReady(),
    measure: useMeasure(),
  };
  return <TileWindow {...props} {...known} containerRef={containerRef} layout={layout} />;
};

interface TileWindowProps extends ListingViewProps {
  containerRef: RefObject<HTMLDivElement | null>;
  layout: TileRows;
  cut: ReadonlySet<string>;
  selected: SelectedIds;
  jobs: Readonly<Record<string, KnownJob>>;
  cookieReady: boolean;
  measure: Measure;
}

/** All that is drawn again while a folder is scrolled. */
const TileWindow = (props: TileWindowProps) => {
  const { elements, selection, geometry, listProps, containerRef, layout, cut, selected, jobs } = props;
  const { cookieReady, measure } = props;
  const { rows, rowHeight, thumbHeight, gap, ad } = layout;
  const [faces] = useState(() => new TileFaces());
  const place = { containerRef, kind: 'tiles', count: rows.length, rowHeight, drawn: faces };
  const { rows: drawn, height, scroll } = useWindowRows(place);

  useEffect(() => {
    geometry.current = {
      across: (index, step) => tileAcross(rows, index, step),
      pageAcross: (index, step) => tilePageAcross(rows, index, step, rowsOfPage(rowHeight)),
      within: (area) => tilesWithin(rows, inList(area, containerRef, scroll.shift), { rowHeight, gap }),
      reveal: (index) => scroll.reveal(rowIndexOf(rows, index)),
    };
  }, [geometry, rows, scroll, rowHeight, gap, containerRef]);

  const { active } = selection;
  // One parent, so that a tile that changes rows stays mounted.
  const spots = drawn.flatMap(({ index, top }) => spotsOf(rows[index], top, gap));
  const whole = faces.of(
    spots.flatMap(({ index }) => elements[index]?._id ?? []),
    active,
  );
  const tiles = (
    <div
      ref={containerRef}
      className={css.list}
      style={{ height: Math.max(0, height - gap), '--thumb-height': `${thumbHeight}px` } as CSSProperties}
      {...listProps}
      aria-activedescendant={active ? optionId(active) : undefined}
    >
      {spots.map((spot) => {
        const element = elements[spot.index];
        return (
          element && (
            <Tile
              key={element._id}
              {...spot}
              element={element}
              whole={whole.has(element._id)}
              job={jobs[element._id]}
              cookieReady={cookieReady}
              measure={measure}
              total={elements.length}
              selected={selected.hasAt(spot.index)}
              active={active === element._id}
              cut={cut.has(element._id)}
            />
          )
        );
      })}
    </div>
  );
  return (
    <AdsBetween ad={ad} places={drawn.filter(({ index }) => rows[index]?.ad)}>
      {tiles}
    </AdsBetween>
  );
};

interface AdsBetweenProps {
  ad: Ad | null;
  places: readonly { index: number; top: number }[];
  children: ReactNode;
}

/** Ads are outside of the listbox. The list stays mounted when the first ad comes: it is measured. */
const AdsBetween = ({ ad, places, children }: AdsBetweenProps) => (
  <div className={css.list}>
    {children}
    {ad &&
      places.map(({ index, top }) => (
        <div key={index} className={css.ad} style={{ top }}>
          <AdFrame ad={ad} />
        </div>
      ))}
  </div>
);
