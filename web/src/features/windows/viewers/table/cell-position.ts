import { cellAt, type CellIndex } from '@skyshelf/contracts/rules';
import { indexAbove } from '../text/use-find.js';

export interface CellPosition {
  row: number;
  column: number;
}

export function cellOfPosition({ starts, rows }: CellIndex, position: number): CellPosition {
  const cell = indexAbove(starts, position) - 1;
  const row = Math.min(indexAbove(rows, cell) - 1, rows.length - 2);
  return { row, column: cell - (rows[row] ?? 0) };
}

export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** All of it, however little is drawn. */
export const copyCell = (table: CellIndex & { text: string }, { row, column }: CellPosition): Promise<void> =>
  navigator.clipboard.writeText(cellAt(table.text, table, row, column));

interface GridPosition {
  index: number;
  column: number;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

const LAST = Number.MAX_SAFE_INTEGER;

/** The result may be out of bounds; null for other keys. */
export function movedTo(
  { key, ctrlKey, metaKey }: Key,
  at: GridPosition | null,
  page: number,
): GridPosition | null {
  const isFar = ctrlKey || metaKey;
  const steps: Record<string, (from: GridPosition) => GridPosition> = {
    ArrowUp: ({ index, column }) => ({ index: isFar ? 0 : index - 1, column }),
    ArrowDown: ({ index, column }) => ({ index: isFar ? LAST : index + 1, column }),
    ArrowLeft: ({ index, column }) => ({ index, column: isFar ? 0 : column - 1 }),
    ArrowRight: ({ index, column }) => ({ index, column: isFar ? LAST : column + 1 }),
    PageUp: ({ index, column }) => ({ index: index - page, column }),
    PageDown: ({ index, column }) => ({ index: index + page, column }),
    Home: ({ index }) => ({ index: isFar ? 0 : index, column: 0 }),
    End: ({ index }) => ({ index: isFar ? LAST : index, column: LAST }),
  };
  const step = steps[key];
  if (!step) return null;
  return at ? step(at) : { index: 0, column: 0 };
}
