import type { Caller, Progress } from './report.js';

const BETWEEN_MS = 100;

/** Throttled; each new step is reported. */
export class ProgressTeller {
  private told: { step: string; at: number } | null = null;

  constructor(
    private readonly caller: Pick<Caller, 'tell'>,
    private readonly now: () => Date,
  ) {}

  tell(progress: Progress): void {
    const at = this.now().getTime();
    if (this.told && this.told.step === progress.step && at - this.told.at < BETWEEN_MS) return;
    this.told = { step: progress.step, at };
    this.caller.tell(progress);
  }
}
