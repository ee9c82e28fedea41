interface Rows {
  row: number;
  count: number;
  /** Rows that a Page key goes. */
  page: number;
}

const steps: Partial<Record<string, (rows: Rows) => number>> = {
  ArrowDown: ({ row }) => row + 1,
  ArrowUp: ({ row }) => row - 1,
  PageDown: ({ row, page }) => row + page,
  PageUp: ({ row, page }) => row - page,
  Home: () => 0,
  End: ({ count }) => count - 1,
};

/** The row that a key leads to in a list of one column; null when it is none of these keys. */
export const keyStep = (key: string, rows: Rows): number | null => {
  const to = steps[key]?.(rows);
  return to === undefined ? null : Math.max(0, Math.min(rows.count - 1, to));
};
