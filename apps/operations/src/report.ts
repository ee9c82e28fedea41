/** With further fields for `--json`. */
export interface Report {
  /** For people. */
  text: string;
  /** 0: all is well; 1: something is not. */
  exitCode: 0 | 1;
}

export interface Progress {
  step: string;
  done: number;
  /** About how much there is; null when unknown. */
  total: number | null;
  /** Arguments with which the command resumes here. */
  resume?: string;
}

export interface Caller {
  tell(progress: Progress): void;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

/** Listens to nothing and waits for ever. */
export const silentCaller: Caller = { tell: () => undefined, signal: new AbortController().signal };

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
