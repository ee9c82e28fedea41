import { indexAbove } from '../text/find-matches.js';
import { cellAt, type CellIndex } from '@skyshelf/contracts/rules';

/** A cell by the row of the file that it is in, and its column. */
export interface CellPosition {
  row: number;
  column: number;
}

/** The cell that a position of the text is in. */
export function cellOfPosition({ starts, rows }: CellIndex, position: number): CellPosition {
  const cell = indexAbove(starts, position) - 1;
  const row = Math.min(indexAbove(rows, cell) - 1, rows.length - 2);
  return { row, column: cell - (rows[row] ?? 0) };
}

/** A, B … Z, AA … */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** All of it, however little is drawn. */
export const copyCell = (table: CellIndex & { text: string }, { row, column }: CellPosition): Promise<void> =>
  navigator.clipboard.writeText(cellAt(table.text, table, row, column));
