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
  /** Approximate; null: unknown. */
  total: number | null;
  /** To resume here. */
  resume?: string;
}

export interface Caller {
  tell(progress: Progress): void;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
}

/** Listens to nothing and waits for ever. */
export const silentCaller: Caller = { tell: () => undefined, signal: new AbortController().signal };

const BETWEEN_MS = 100;

/** Throttled; each new step is reported. */
export class ProgressTeller {
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
