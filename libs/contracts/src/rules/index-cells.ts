export interface CellIndex {
  /** Start and end of each cell, quotes included. */
  starts: Uint32Array;
  ends: Uint32Array;
  /** The first cell of each row, and finally the cell count. */
  rows: Uint32Array;
  columns: number;
}

/** Browsers draw nothing below some 33 million pixels. */
export const MOST_ROWS = 1_000_000;

const quote = 34;
const newline = 10;
const carriageReturn = 13;

class Numbers {
  #values = new Uint32Array(1024);
  length = 0;
  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }
  all(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}

/** Doubled quotes and line breaks belong to the cell. */
const endOfQuoted = (text: string, start: number): number => {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text.charCodeAt(at + 1) !== quote) return at + 1;
  }
};

/** RFC 4180 with any separator and line breaks, in one pass. */
export function indexCells(text: string, separator: string, mostRows = MOST_ROWS): CellIndex {
  const starts = new Numbers();
  const ends = new Numbers();
  const rows = new Numbers();
  const between = separator.charCodeAt(0);
  let at = 0;
  let columns = 0;
  while (at < text.length && rows.length < mostRows) {
    const first = starts.length;
    rows.push(first);
    for (let isOver = false; !isOver; at += 1) {
      starts.push(at);
      if (text.charCodeAt(at) === quote) at = endOfQuoted(text, at);
      let code = text.charCodeAt(at);
      while (at < text.length && code !== between && code !== newline && code !== carriageReturn)
        code = text.charCodeAt((at += 1));
      ends.push(at);
      isOver = at >= text.length || code !== between;
      if (code === carriageReturn && text.charCodeAt(at + 1) === newline) at += 1;
    }
    columns = Math.max(columns, starts.length - first);
  }
  rows.push(starts.length);
  return { starts: starts.all(), ends: ends.all(), rows: rows.all(), columns };
}

export const contentOf = (written: string): string =>
  written.length > 1 && written.startsWith('"') && written.endsWith('"')
    ? written.slice(1, -1).replaceAll('""', '"')
    : written;

/** Empty where the row is shorter. */
export function cellAt(text: string, { starts, ends, rows }: CellIndex, row: number, column: number): string {
  const cell = (rows[row] ?? 0) + column;
  if (cell >= (rows[row + 1] ?? 0)) return '';
  return contentOf(text.slice(starts[cell], ends[cell]));
}
