import type { DriveId } from '@skyshelf/contracts';

/** Calls back once after so many milliseconds. Answers what calls it off. */
export type Later = (ms: number, run: () => void) => () => void;

/** When to look again at drives whose deletions wait to be undone: for each the earliest end of them. */
export class HoldTimers {
  private readonly timers = new Map<DriveId, { at: number; callOff: () => void }>();

  constructor(
    private readonly later: Later,
    private readonly wake: (drive: DriveId) => void,
  ) {}

  /** @param at milliseconds since the epoch */
  set(drive: DriveId, at: number, now: number): void {
    const known = this.timers.get(drive);
    if (known && known.at <= at) return;
    known?.callOff();
    const callOff = this.later(Math.max(0, at - now), () => {
      this.timers.delete(drive);
      this.wake(drive);
    });
    this.timers.set(drive, { at, callOff });
  }

  stop(): void {
    for (const { callOff } of this.timers.values()) callOff();
    this.timers.clear();
  }
}
