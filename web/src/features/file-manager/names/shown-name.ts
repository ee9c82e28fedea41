import type { ElementView } from '@skyshelf/contracts/browser';
import { nameLines, type Measure } from './name-lines.js';

export interface ShownName {
  lines: string;
  /** Something of it is left out. */
  isShortened: boolean;
}

interface Known extends ShownName {
  width: number;
  measure: Measure;
}

/** Measured once: tiles come and go while scrolling. */
const known = new WeakMap<ElementView, Known>();

/** On at most two lines of `width` pixels. */
export const shownName = (element: ElementView, width: number, measure: Measure): ShownName => {
  const before = known.get(element);
  if (before && before.width === width && before.measure === measure) return before;
  const name = element.linkname;
  const lines = nameLines(name, width, measure);
  const isShortened = lines.some((line) => line.includes('…') && !name.includes('…'));
  const shown = { lines: lines.join('\n'), isShortened, width, measure };
  known.set(element, shown);
  return shown;
};
