/** Firefox scrolls 17.2 million pixels, Blink 33.5 million device pixels: a taller list stands in a shorter box. */
const MOST_DEVICE_PX = 15_000_000;

/** Unit: CSS pixels. */
export interface ScrollSizes {
  total: number;
  viewport: number;
  /** The number of device pixels in a CSS pixel. */
  ratio: number;
}

export interface ScrollPosition {
  /** The distance from the box's top to the window's; negative while the box begins below the window's top. */
  scrolled: number;
  shift: number;
}

export const boxHeight = ({ total, ratio }: ScrollSizes): number => Math.min(total, MOST_DEVICE_PX / ratio);

const ends = (sizes: ScrollSizes): { box: number; list: number } => ({
  box: boxHeight(sizes) - sizes.viewport,
  list: sizes.total - sizes.viewport,
});

/** Scales a position in the box to one in the list; beyond the ends it moves pixel by pixel. */
const listAt = (scrolled: number, sizes: ScrollSizes): number => {
  const { box, list } = ends(sizes);
  if (box === list || scrolled <= 0) return scrolled;
  return scrolled >= box ? list + scrolled - box : (scrolled / box) * list;
};

const boxAt = (place: number, sizes: ScrollSizes): number => {
  const { box, list } = ends(sizes);
  if (box === list || place <= 0) return place;
  return place >= list ? box + place - list : (place / list) * box;
};

export const positionFor = (above: number, sizes: ScrollSizes): ScrollPosition => {
  const scrolled = boxAt(above, sizes);
  return { scrolled, shift: above - scrolled };
};

/** A step of less than a window moves the list by as much; else, and at the ends, in proportion. */
export const positionAfter = (
  before: ScrollPosition,
  scrolled: number,
  sizes: ScrollSizes,
): ScrollPosition => {
  const { box, list } = ends(sizes);
  if (box === list) return { scrolled, shift: 0 };
  const above = scrolled + before.shift;
  const leaps = Math.abs(scrolled - before.scrolled) >= sizes.viewport;
  if (leaps) return { scrolled, shift: listAt(scrolled, sizes) - scrolled };
  const boxEnds = scrolled <= 0 || scrolled >= box;
  const listEnds = above <= 0 || above >= list;
  if (!boxEnds && !listEnds) return { scrolled, shift: before.shift };
  return positionFor(above, sizes);
};

/** The number of pixels drawn above and below the window. */
const OVERSCAN_PX = 300;
/** Pixels added at a time. */
const STEP_PX = 150;
/** The height of the sticky bars, with some space. */
const COVERED_PX = 110;

/** `behind` is one past the last row. */
type Rows = readonly [first: number, behind: number];

/** By kind, pixels from the page's top: the next list is drawn before it is measured. */
const knownMargins = new Map<string, number>();

export class RowScroll {
  sizes: ScrollSizes = { total: 0, viewport: 0, ratio: 1 };
  #place: ScrollPosition = { scrolled: 0, shift: 0 };
  #margin: number;
  #count = 0;
  #rowHeight = 1;
  #rows: Rows = [0, 0];
  #goesDown = true;

  constructor(private readonly kind: string) {
    this.#margin = knownMargins.get(kind) ?? 0;
  }

  get shift(): number {
    return this.#place.shift;
  }

  get isMeasured(): boolean {
    return knownMargins.has(this.kind);
  }

  get rows(): Rows {
    return this.#rows;
  }

  fit(count: number, rowHeight: number): void {
    if (count === this.#count && rowHeight === this.#rowHeight) return;
    [this.#count, this.#rowHeight] = [count, rowHeight];
    this.#resize();
    this.#place = positionAfter(this.#place, scrollY - this.#margin, this.sizes);
    this.#cover();
  }

  /** Needs a page that is laid out. Answers whether other rows are to be drawn. */
  measure(container: HTMLElement | null): boolean {
    this.#resize();
    const top = container?.getBoundingClientRect().top;
    if (top !== undefined) this.#margin = Math.round(top + scrollY);
    knownMargins.set(this.kind, this.#margin);
    return this.follow();
  }

  follow(): boolean {
    const before = this.#place;
    const scrolled = scrollY - this.#margin;
    this.#place = positionAfter(before, scrolled, this.sizes);
    if (this.#place.scrolled !== scrolled) this.#scrollTo(this.#place);
    const moved = this.#place.scrolled - before.scrolled;
    if (moved !== 0) this.#goesDown = moved > 0;
    return this.#cover() || before.shift !== this.shift;
  }

  fill(): boolean {
    const step = Math.max(1, Math.round(STEP_PX / this.#rowHeight));
    const [least, most] = this.#within(OVERSCAN_PX);
    const first = Math.max(least, this.#rows[0]);
    const behind = Math.min(most, this.#rows[1]);
    const below = behind < most && (this.#goesDown || first <= least);
    return this.#exist(
      below ? [first, Math.min(most, behind + step)] : [Math.max(least, first - step), behind],
    );
  }

  reveal(index: number): void {
    const top = index * this.#rowHeight;
    const lowest = top - COVERED_PX;
    const highest = top + this.#rowHeight + COVERED_PX - this.sizes.viewport;
    const wanted = this.#above > lowest ? lowest : Math.max(this.#above, highest);
    if (wanted !== this.#above) this.#scrollTo(positionFor(wanted, this.sizes));
  }

  get #above(): number {
    return this.#place.scrolled + this.#place.shift;
  }

  #within(around: number): Rows {
    const first = Math.floor((this.#above - around) / this.#rowHeight);
    const behind = Math.ceil((this.#above + this.sizes.viewport + around) / this.#rowHeight);
    return [Math.max(0, Math.min(first, this.#count)), Math.max(0, Math.min(behind, this.#count))];
  }

  #cover(): boolean {
    const [first, behind] = this.#rows;
    const [seen, end] = this.#within(0);
    if (first <= seen && behind >= end && behind <= this.#count) return false;
    const [least, most] = this.#within(OVERSCAN_PX);
    const isFar = first >= end || behind <= seen;
    return this.#exist(
      isFar ? [seen, end] : [Math.min(seen, Math.max(first, least)), Math.max(end, Math.min(behind, most))],
    );
  }

  #exist(rows: Rows): boolean {
    const [first, behind] = this.#rows;
    if (rows[0] === first && rows[1] === behind) return false;
    this.#rows = rows;
    return true;
  }

  #resize(): void {
    const total = this.#count * this.#rowHeight;
    this.sizes = { total, viewport: innerHeight, ratio: devicePixelRatio || 1 };
  }

  #scrollTo({ scrolled, shift }: ScrollPosition): void {
    window.scrollTo({ top: scrolled + this.#margin, behavior: 'instant' });
    // Browsers round, and the page may end earlier: take where the window really is.
    this.#place = { scrolled: scrollY - this.#margin, shift };
  }
}
