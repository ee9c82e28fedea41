export interface Rows {
  starts: number[];
  ends: number[];
  /** 0: the line goes on. */
  lines: number[];
  /** Columns of the widest. */
  widest: number;
}

/** Longer rows are drawn slowly. */
export const MOST_COLUMNS = 2000;
/** Browsers draw nothing below some 33 million pixels. */
export const MOST_ROWS = 1_500_000;
const TAB = 4;

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;

const isSecondHalf = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** East Asian ones and surrogate pairs take two. */
const columnsOf = (code: number, at: number): number => {
  if (code === tab) return TAB - (at % TAB);
  if (isSecondHalf(code)) return 0;
  return code >= 0x2e80 ? 2 : 1;
};

/** At a space where there is one in a row's second half. */
export function foldRows(text: string, columns: number): Rows {
  const rows: Rows = { starts: [], ends: [], lines: [], widest: 0 };
  let start = 0;
  let line = 1;
  let column = 0;
  let lastSpace = 0;
  let isFirst = true;
  const endRow = (end: number, next: number): void => {
    rows.starts.push(start);
    rows.ends.push(end);
    rows.lines.push(isFirst ? line : 0);
    rows.widest = Math.max(rows.widest, column);
    [start, column, lastSpace] = [next, 0, 0];
  };
  for (let at = 0; at < text.length && rows.starts.length < MOST_ROWS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === newline || code === carriageReturn) {
      const isPair = code === carriageReturn && text.charCodeAt(at + 1) === newline;
      endRow(at, at + (isPair ? 2 : 1));
      if (isPair) at += 1;
      line += 1;
      isFirst = true;
      continue;
    }
    const taken = columnsOf(code, column);
    if (column + taken > columns && at > start && !isSecondHalf(code)) {
      const cut = lastSpace - start > columns / 2 ? lastSpace : at;
      endRow(cut, cut);
      isFirst = false;
      at = cut - 1;
      continue;
    }
    column += taken;
    if (code === space) lastSpace = at + 1;
  }
  if (rows.starts.length < MOST_ROWS) endRow(text.length, text.length);
  return rows;
}
