export type Cell = string | number;

export function table(rows: readonly (readonly Cell[])[], indent = ''): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => textOf(row[column] ?? '').length)),
  );
  const line = (row: readonly Cell[]) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => indent + line(row)).join('\n');
}

const textOf = (cell: Cell): string => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell);

const padded = (cell: Cell, width: number): string =>
  typeof cell === 'number' ? textOf(cell).padStart(width) : cell.padEnd(width);

/** `850 ms`, `12 s`, `3 min`, `5 h`, `2 days`. */
export function spanText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}
