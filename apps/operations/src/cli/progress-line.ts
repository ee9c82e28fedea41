import type { Progress } from '../report.js';

const QUIET_MS = 5_000;

export const progressText = ({ step, done, total }: Progress): string =>
  total === null
    ? `${step}: ${done.toLocaleString('en-US')}`
    : `${step}: ${done.toLocaleString('en-US')} of ${Math.max(total, done).toLocaleString('en-US')}`;

/** One changing line on a terminal, else occasional lines. */
export class ProgressLine {
  private shown = '';
  private written: number | null = null;
  /** The latest arguments for resuming. */
  resume: string | null = null;

  constructor(
    private readonly out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
    private readonly now: () => number,
  ) {}

  show(progress: Progress): void {
    this.resume = progress.resume ?? this.resume;
    const text = progressText(progress);
    if (this.out.isTTY) {
      this.out.write(`\r${text.padEnd(this.shown.length)}`);
      this.shown = text;
      return;
    }
    if (this.written !== null && this.now() - this.written < QUIET_MS) return;
    this.out.write(`${text}\n`);
    this.written = this.now();
  }

  /** Before other output. */
  clear(): void {
    if (this.shown) this.out.write(`\r${' '.repeat(this.shown.length)}\r`);
    this.shown = '';
  }
}
