import type { ElementView } from '@skyshelf/contracts/browser';

export type Measure = (text: string) => number;

/** The last characters, with the extension, stay legible in a shortened name. */
const TAIL_CHARACTERS = 6;
const EXTENSION = /\.[^.\s]{1,8}$/u;
/** Breaks a line, unless that wastes much of it. */
const BREAKS = /[\s\-_]/u;
const LEAST_USE_OF_LINE = 0.4;

/** Finds by binary search how many characters fit. */
const fitting = (text: string, width: number, measure: Measure): number => {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Never cuts a surrogate pair in two. */
const wholeCharacters = (text: string, at: number): number => {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
};

const partsWords = (text: string, at: number): boolean =>
  BREAKS.test(text.charAt(at - 1)) || /\s/u.test(text.charAt(at));

/** Breaks early if that leaves both lines whole (`Ferry` / `tickets.pdf`). */
const breakPoint = (text: string, most: number, fits: (rest: string) => boolean): number => {
  for (let at = most; at > 0; at -= 1) {
    if (partsWords(text, at) && (at > most * LEAST_USE_OF_LINE || fits(text.slice(at).trimStart())))
      return at;
  }
  return Math.max(1, wholeCharacters(text, most));
};

const tailOf = (text: string): string => {
  const extension = EXTENSION.exec(text)?.[0] ?? '';
  const stem = text.slice(0, text.length - extension.length);
  const from = Math.max(0, stem.length - TAIL_CHARACTERS);
  const code = stem.charCodeAt(from);
  return stem.slice(code >= 0xdc00 && code <= 0xdfff ? from + 1 : from) + extension;
};

const shortened = (text: string, width: number, measure: Measure): string => {
  const tail = tailOf(text);
  const room = width - measure(`…${tail}`);
  if (room <= 0)
    return `…${tail.slice(-fitting([...tail].reverse().join(''), width - measure('…'), measure) || -1)}`;
  const head = wholeCharacters(text, fitting(text, room, measure));
  return `${text.slice(0, head).trimEnd()}…${tail}`;
};

/** Shortens a long name in its middle: `report-final-` / `qua…ft-v2.pdf`. */
export const nameLines = (name: string, width: number, measure: Measure): string[] => {
  if (measure(name) <= width) return [name];
  // An extension stays in one piece, with a little of the stem before it.
  const extension = EXTENSION.exec(name)?.[0].length ?? 0;
  const uncut = extension > 0 ? name.length - extension - 1 : name.length;
  const most = Math.max(1, Math.min(fitting(name, width, measure), uncut));
  const at = breakPoint(name, most, (rest) => measure(rest) <= width);
  const first = name.slice(0, at).trimEnd();
  const rest = name.slice(at).trimStart();
  return measure(rest) <= width ? [first, rest] : [first, shortened(rest, width, measure)];
};

interface ShownName {
  lines: string;
  isShortened: boolean;
}

interface Known extends ShownName {
  width: number;
  measure: Measure;
}

/** Measured once: tiles come and go while scrolling. */
const known = new WeakMap<ElementView, Known>();

/** Shortens the name to two lines of `width` pixels. */
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
