import type { Measure } from './name-lines.js';

/** Measures text of one font by adding up widths of characters, each asked of the canvas once. */
export const createMeasure = (font: string): Measure => {
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
