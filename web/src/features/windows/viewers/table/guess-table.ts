import { cellAt, indexCells, type CellIndex } from '@skyshelf/contracts/rules';
import { numberIn } from './number-in.js';

const SEPARATORS = [',', ';', '\t', '|'];
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 50;

/** By rows with equally many cells, more than one. */
const scoreOf = (sample: string, separator: string, isCut: boolean): number => {
  const { rows } = indexCells(sample, separator, SAMPLE_ROWS);
  const counts = new Map<number, number>();
  const whole = isCut && rows.length > 2 ? rows.length - 2 : rows.length - 1;
  for (let row = 0; row < whole; row += 1) {
    const cells = (rows[row + 1] ?? 0) - (rows[row] ?? 0);
    counts.set(cells, (counts.get(cells) ?? 0) + 1);
  }
  return Math.max(
    0,
    ...[...counts].map(([cells, times]) => (cells > 1 ? (times / whole) * (1 + Math.log(cells) / 10) : 0)),
  );
};

/** The file's own as in Excel, else the one that fits best. */
export function guessSeparator(text: string, extension: string | null): string {
  const named = namedSeparator(text);
  if (named) return named;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const usual = extension === 'tsv' ? '\t' : ',';
  const scored = SEPARATORS.map((separator) => ({
    separator,
    score: scoreOf(sample, separator, text.length > sample.length),
  }));
  scored.sort((a, b) => b.score - a.score || Number(b.separator === usual) - Number(a.separator === usual));
  return scored[0]?.score ? scored[0].separator : usual;
}

/** `sep=;` in the first line is no row. */
export const namedSeparator = (text: string): string | null => /^sep=([,;\t|])\r?\n/i.exec(text)?.[1] ?? null;

/** All different, none empty, none a number. */
export function hasHeader(text: string, index: CellIndex): boolean {
  const cells = (index.rows[1] ?? 0) - (index.rows[0] ?? 0);
  if (index.rows.length < 3) return false;
  const names = Array.from({ length: cells }, (_none, column) => cellAt(text, index, 0, column).trim());
  return names.every((name) => name !== '' && numberIn(name) === null) && new Set(names).size === cells;
}
