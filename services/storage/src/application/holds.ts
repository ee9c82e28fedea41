/** Lets one process at a time do a piece of work. */
export interface Holds {
  /** Takes or renews the hold for so many milliseconds. False: another process has it. */
  take(name: string, forMs: number): Promise<boolean>;
  letGo(name: string): Promise<void>;
}

/** Whoever has it may remove bytes. */
export const SWEEP_HOLD = 'sweep';
