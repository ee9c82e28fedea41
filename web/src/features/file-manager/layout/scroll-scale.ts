/** Firefox scrolls 17.2 million pixels, Blink 33.5 million device pixels: a taller list stands in a shorter box. */
const MOST_DEVICE_PX = 15_000_000;

/** CSS pixels. */
export interface ScrollSizes {
  total: number;
  viewport: number;
  /** Device pixels a CSS pixel. */
  ratio: number;
}

export interface ScrollPosition {
  /** From the box's top to the window's; negative while something stands above. */
  scrolled: number;
  /** How much further the list is than the box. */
  shift: number;
}

export const boxHeight = ({ total, ratio }: ScrollSizes): number => Math.min(total, MOST_DEVICE_PX / ratio);

const ends = (sizes: ScrollSizes): { box: number; list: number } => ({
  box: boxHeight(sizes) - sizes.viewport,
  list: sizes.total - sizes.viewport,
});

/** In proportion; beyond its ends by the same. */
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
