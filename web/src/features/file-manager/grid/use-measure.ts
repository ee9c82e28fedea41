import { useSyncExternalStore } from 'react';
import type { Measure } from '../names/name-lines.js';

const FONT = "500 13px 'Inter Variable', system-ui, sans-serif";

/** Adds up widths of characters, each asked of the canvas once. */
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

/** Measures the names under tiles. */
export const useMeasure = (): Measure => useSyncExternalStore(subscribe, () => measure);
