import { cellAt, type CellIndex, indexCells } from '@skyshelf/contracts/rules';
import { decodeText, guessEncoding, type TextEncoding } from '@skyshelf/contracts/text';
import { numberIn } from './sort-rows.js';

const SEPARATORS = [',', ';', '\t', '|'];
const SAMPLE_CHARACTERS = 64 * 1024;
const SEPARATOR_SAMPLE_ROWS = 50;

/** Counts the rows that have equally many cells, more than one. */
const scoreOf = (sample: string, separator: string, isCut: boolean): number => {
  const { rows } = indexCells(sample, separator, SEPARATOR_SAMPLE_ROWS);
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
const namedSeparator = (text: string): string | null => /^sep=([,;\t|])\r?\n/i.exec(text)?.[1] ?? null;

/** All different, none empty, none a number. */
function hasHeader(text: string, index: CellIndex): boolean {
  const cells = (index.rows[1] ?? 0) - (index.rows[0] ?? 0);
  if (index.rows.length < 3) return false;
  const names = Array.from({ length: cells }, (_none, column) => cellAt(text, index, 0, column).trim());
  return names.every((name) => name !== '' && numberIn(name) === null) && new Set(names).size === cells;
}

export interface Table extends CellIndex {
  text: string;
  encoding: TextEncoding;
  separator: string;
  hasHeader: boolean;
  /** Of a sample: characters of the widest cells, and whether they are numbers. */
  widths: Uint32Array;
  isNumeric: Uint8Array;
}

export interface OpenRequest {
  bytes: Uint8Array;
  extension: string | null;
  /** Its last row may be cut. */
  isCut: boolean;
  /** Absent: guessed. */
  encoding?: TextEncoding | undefined;
}

const SAMPLE_ROWS = 100;
const SAMPLE_CELLS = 100_000;

const withoutLastRow = ({ rows, ...index }: CellIndex): CellIndex => ({ ...index, rows: rows.slice(0, -1) });

/** Evaluates nothing: a formula is text. */
export function openTable({ bytes, extension, isCut, ...asked }: OpenRequest): Table {
  const encoding = asked.encoding ?? guessEncoding(bytes);
  const all = decodeText(bytes, encoding);
  const separator = guessSeparator(all, extension);
  const text = namedSeparator(all) ? all.slice(all.indexOf('\n') + 1) : all;
  const found = indexCells(text, separator);
  const index = isCut && found.rows.length > 2 ? withoutLastRow(found) : found;
  return {
    text,
    encoding,
    separator,
    ...index,
    hasHeader: hasHeader(text, index),
    ...columnsOf(text, index),
  };
}

/** Room for the sign of sorting, in characters. */
const SIGN_CHARACTERS = 3;

function columnsOf(text: string, index: CellIndex): Pick<Table, 'widths' | 'isNumeric'> {
  const { columns, rows } = index;
  const widths = new Uint32Array(columns);
  const isNumeric = new Uint8Array(columns);
  const most = Math.min(SAMPLE_ROWS, Math.ceil(SAMPLE_CELLS / Math.max(1, columns)));
  const every = Math.max(1, Math.floor((rows.length - 1) / most));
  for (let column = 0; column < columns; column += 1) {
    let filled = 0;
    let numbers = 0;
    for (let row = 0; row < rows.length - 1; row += every) {
      const cell = cellAt(text, index, row, column);
      const room = row === 0 ? SIGN_CHARACTERS : 0;
      widths[column] = Math.max(widths[column] ?? 0, cell.length + room);
      // The first may be a name.
      if (row === 0 || cell === '') continue;
      filled += 1;
      if (numberIn(cell) !== null) numbers += 1;
    }
    isNumeric[column] = filled > 0 && numbers / filled >= 0.8 ? 1 : 0;
  }
  return { widths, isNumeric };
}
