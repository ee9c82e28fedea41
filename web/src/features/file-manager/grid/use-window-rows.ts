import { type RefObject, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import { boxHeight, RowScroll } from './row-scroll.js';

interface WindowRowsOptions {
  containerRef: RefObject<HTMLElement | null>;
  /** Lists of a kind stand in the same place of the page. */
  kind: string;
  count: number;
  /** The gap is included. */
  rowHeight: number;
  /** If not, it is drawn again after the next frame. */
  drawn?: { readonly isWhole: boolean };
}

interface WindowRows {
  /** Unit: pixels, of the box around the list. */
  height: number;
  rows: readonly { index: number; top: number }[];
  /** How much further the list is than its box (0 where browsers can scroll it all). */
  scroll: Pick<RowScroll, 'shift' | 'reveal'>;
}

/** Answers how to cancel. */
const afterPaint = (task: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => void (timer = setTimeout(task)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

class Filling {
  #stop: (() => void) | null = null;

  constructor(
    private readonly scroll: RowScroll,
    private readonly draw: () => void,
    private readonly drawn: { readonly isWhole: boolean },
  ) {}

  soon(): void {
    this.#stop ??= afterPaint(() => {
      this.#stop = null;
      if (this.drawn.isWhole && !this.scroll.fill()) return;
      this.draw();
      this.soon();
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }
}

/** Milliseconds without a scroll after which a list rests. */
const RESTS_MS = 250;

/** Tiles that pass under a pointer that rests are not raised: each would be a layer for a moment. */
class ScrollMark {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly list: RefObject<HTMLElement | null>) {}

  set(): void {
    if (this.#timer === undefined) this.list.current?.setAttribute('data-scrolling', '');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.clear(), RESTS_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.list.current?.removeAttribute('data-scrolling');
  }
}

const WHOLE = { isWhole: true };

/** The window itself scrolls. */
export const useWindowRows = (options: WindowRowsOptions): WindowRows => {
  const { containerRef, kind, count, rowHeight, drawn = WHOLE } = options;
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const [{ scroll, filling }] = useState(() => {
    const rows = new RowScroll(kind);
    return { scroll: rows, filling: new Filling(rows, draw, drawn) };
  });
  scroll.fit(count, rowHeight);

  useLayoutEffect(() => {
    // The first of its kind: where it stands is not known yet.
    if (!scroll.isMeasured && scroll.measure(containerRef.current)) draw();
  }, [containerRef, scroll]);
  useEffect(() => filling.soon(), [filling, count, rowHeight]);
  useEffect(() => {
    if (!drawn.isWhole) filling.soon();
  });
  useLayoutEffect(() => {
    // Drawn in the frame of this change, else there would be nothing where the window has come to.
    const drawIf = (changed: boolean): void => {
      if (changed) flushSync(draw);
      filling.soon();
    };
    const measure = (): void => drawIf(scroll.measure(containerRef.current));
    const mark = new ScrollMark(containerRef);
    const follow = (): void => {
      const changed = scroll.follow();
      // Not before: where the window is would ask for a layout.
      mark.set();
      drawIf(changed);
    };
    // Called at first too, after layout.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', measure);
    return () => {
      filling.stop();
      mark.clear();
      observer.disconnect();
      removeEventListener('scroll', follow);
      removeEventListener('resize', measure);
    };
  }, [containerRef, scroll, filling]);

  const [first, behind] = scroll.rows;
  const rows = Array.from({ length: Math.max(0, behind - first) }, (_, offset) => ({
    index: first + offset,
    top: (first + offset) * rowHeight - scroll.shift,
  }));
  return { height: boxHeight({ ...scroll.sizes, total: count * rowHeight }), rows, scroll };
};

/** Tiles drawn whole in a frame: one costs 1 ms, 4 on a slow machine. */
const A_FRAME = 12;

/** When many tiles are new, some stay empty for a frame or more. */
export class TileFaces {
  #drawn: ReadonlySet<string> = new Set();
  #isWhole = true;

  get isWhole(): boolean {
    return this.#isWhole;
  }

  of(ids: readonly string[], first: string | null): ReadonlySet<string> {
    const isDrawn = (id: string): boolean => this.#drawn.has(id);
    const fresh = ids
      .filter((id) => !isDrawn(id))
      .toSorted((a, b) => Number(b === first) - Number(a === first));
    this.#isWhole = fresh.length <= A_FRAME;
    this.#drawn = new Set([...ids.filter(isDrawn), ...fresh.slice(0, A_FRAME)]);
    return this.#drawn;
  }
}
