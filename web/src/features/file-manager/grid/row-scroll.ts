import { positionAfter, positionFor, type ScrollPosition, type ScrollSizes } from '../layout/scroll-scale.js';

/** Pixels above and below the window. */
const OVERSCAN_PX = 300;
/** Pixels added at a time. */
const STEP_PX = 150;
/** Pixels of the sticky bars, and some air. */
const COVERED_PX = 110;

/** From the first row to before the last. */
export type Rows = readonly [first: number, behind: number];

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
