/** A report adds fields for `--json`. */
export interface Report {
  text: string;
  /** 0: all is well; 1: something is not. */
  exitCode: 0 | 1;
}

export interface Progress {
  step: string;
  done: number;
  /** The number is an estimate; null when unknown. */
  total: number | null;
  resume?: string;
}

export interface Caller {
  tell(progress: Progress): void;
  signal: AbortSignal;
}

/** Listens to nothing and waits for ever. */
export const silentCaller: Caller = { tell: () => undefined, signal: new AbortController().signal };

const BETWEEN_MS = 100;

/** Throttled; each new step is reported. */
export class ProgressReporter {
  private last: { step: string; at: number } | null = null;

  constructor(
    private readonly caller: Pick<Caller, 'tell'>,
    private readonly now: () => Date,
  ) {}

  tell(progress: Progress): void {
    const at = this.now().getTime();
    if (this.last && this.last.step === progress.step && at - this.last.at < BETWEEN_MS) return;
    this.last = { step: progress.step, at };
    this.caller.tell(progress);
  }
}

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

/** Example: `850 ms`, `12 s`, `3 min`, `5 h`, `2 days`. */
export function spanText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}
