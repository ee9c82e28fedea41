import { decodeText } from '@skyshelf/contracts/rules';
import { guessSeparator, hasHeader, namedSeparator } from './guess-table.js';
import { cellAt, indexCells, type CellIndex } from '@skyshelf/contracts/rules';
import { numberIn } from './number-in.js';

export interface Table extends CellIndex {
  text: string;
  separator: string;
  hasHeader: boolean;
  /** Of a sample: characters of the widest cells, and whether they are numbers. */
  widths: Uint32Array;
  isNumeric: Uint8Array;
}

export interface OpenAsk {
  bytes: Uint8Array;
  extension: string | null;
  /** Its last row may be cut. */
  isCut: boolean;
}

const SAMPLE_ROWS = 100;
const SAMPLE_CELLS = 100_000;

const withoutLastRow = ({ rows, ...index }: CellIndex): CellIndex => ({ ...index, rows: rows.slice(0, -1) });

/** Nothing is evaluated: a formula is text. */
export function openTable({ bytes, extension, isCut }: OpenAsk): Table {
  const all = decodeText(bytes);
  const separator = guessSeparator(all, extension);
  const text = namedSeparator(all) ? all.slice(all.indexOf('\n') + 1) : all;
  const found = indexCells(text, separator);
  const index = isCut && found.rows.length > 2 ? withoutLastRow(found) : found;
  return { text, separator, ...index, hasHeader: hasHeader(text, index), ...columnsOf(text, index) };
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
