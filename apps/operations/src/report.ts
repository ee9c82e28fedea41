/** How a command ended. Besides this it carries what it found, for `--json`. */
export interface Report {
  /** For people to read. */
  text: string;
  /** 0: all is well; 1: something is not. */
  exitCode: 0 | 1;
}

/** How far a long command has come. */
export interface Progress {
  /** What is being done. */
  step: string;
  done: number;
  /** About how much there is to do; null when no one knows. */
  total: number | null;
  /** What to add to the command so that it goes on here after it was broken off. */
  resume?: string;
}

/** The command's way to its caller. */
export interface Caller {
  tell(progress: Progress): void;
  /** Aborted when the caller does not want the answer any more. */
  signal: AbortSignal;
}

/** A caller who listens to nothing and waits for ever. */
export const silentCaller: Caller = { tell: () => undefined, signal: new AbortController().signal };
