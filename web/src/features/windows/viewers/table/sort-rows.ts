import { cellAt, type CellIndex } from '@skyshelf/contracts/rules';

export interface Sorting {
  column: number;
  isDescending: boolean;
}

/** Sorts numbers by value, then words; empty cells come last. */
export function sortRows(
  text: string,
  index: CellIndex,
  firstRow: number,
  { column, isDescending }: Sorting,
): Uint32Array {
  const numbers: { row: number; key: number }[] = [];
  const words: { row: number; key: string }[] = [];
  const empty: number[] = [];
  for (let row = firstRow; row < index.rows.length - 1; row += 1) {
    const cell = cellAt(text, index, row, column).trim();
    const value = numberIn(cell);
    if (value !== null) numbers.push({ row, key: value });
    else if (cell === '') empty.push(row);
    else words.push({ row, key: cell });
  }
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const sign = isDescending ? -1 : 1;
  numbers.sort((a, b) => sign * (a.key - b.key));
  words.sort((a, b) => sign * compare(a.key, b.key));
  const filled = isDescending ? [...words, ...numbers] : [...numbers, ...words];
  return Uint32Array.from([...filled.map(({ row }) => row), ...empty]);
}

/** Reads thousands separators, decimal commas, currencies and percentages; null for anything else. */
export function numberIn(cell: string): number | null {
  if (cell.length > 40) return null;
  const bare = cell.replace(/[\s\u00a0\u202f'’€$£¥%]/g, '');
  if (!/^[+-]?(?:\d|[.,]\d)/.test(bare)) return null;
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare.replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}
