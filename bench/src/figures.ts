/** One line of the table: what was measured, against what, and the goal. */
export interface Figure {
  name: string;
  /** Already rounded; the unit stands next to it. */
  value: number;
  unit: string;
  /** The cost of the same work without the product, in the same unit. */
  raw?: number;
  /** value / raw, the median of the interleaved rounds. */
  ratio?: number;
  goal: string;
  met: boolean;
  details?: Record<string, number | string>;
}

/** The p-th percentile (0 to 1) by nearest rank. @throws {Error} of an empty list */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)] ?? sorted[0];
  if (value === undefined) throw new Error('a percentile of nothing');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Medians over the rounds, and that of each round's ratio. */
export interface Interleaved {
  product: number;
  yardstick: number;
  ratio: number;
}

/** Measures the product and the yardstick turn by turn, so that a noisy machine disturbs both alike. */
export async function interleaved(
  rounds: number,
  product: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<Interleaved> {
  const pairs: { product: number; yardstick: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    const before = first ? await yardstick() : undefined;
    const measured = await product();
    pairs.push({ product: measured, yardstick: before ?? (await yardstick()) });
  }
  return {
    product: median(pairs.map((pair) => pair.product)),
    yardstick: median(pairs.map((pair) => pair.yardstick)),
    ratio: median(pairs.map((pair) => pair.product / pair.yardstick)),
  };
}

/** Compares an interleaved run with its raw part. */
export const againstRaw = (
  { product, yardstick, ratio }: Interleaved,
  unit: string,
): Pick<Figure, 'value' | 'unit' | 'raw' | 'ratio'> => ({
  value: rounded(product, 0),
  unit,
  raw: rounded(yardstick, 0),
  ratio: rounded(ratio),
});

/** A figure that may be so much at most, shown with so many digits. */
export const atMost = (
  name: string,
  value: number,
  [most, unit]: readonly [number, string],
  { digits = 2, details }: { digits?: number; details?: Figure['details'] } = {},
): Figure => ({
  name,
  value: rounded(value, digits),
  unit,
  goal: `≤ ${most} ${unit}`,
  met: value <= most,
  ...(details && { details }),
});

/** A figure of an interleaved run, which is to reach a share of the yardstick. */
export const atLeast = (
  name: string,
  run: Interleaved,
  [least, unit]: readonly [number, string],
  details?: Figure['details'],
): Figure => ({
  name,
  ...againstRaw(run, unit),
  goal: `≥ ${least}×`,
  met: run.ratio >= least,
  ...(details && { details }),
});

/** A table for people, aligned by columns. */
export function table(figures: readonly Figure[]): string {
  const head = ['what', 'value', 'raw', 'ratio', 'goal', ''];
  const rows = figures.map(({ name, value, unit, raw, ratio, goal, met }) => [
    name,
    `${value} ${unit}`,
    raw === undefined ? '' : `${raw} ${unit}`,
    ratio === undefined ? '' : `${ratio}×`,
    goal,
    met ? 'met' : 'NOT MET',
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
