import type { Pause } from '../consumer/pause.js';

/** A poke while awake ends the next sleep at once. */
export class WakeUp {
  private poked = false;
  private wake: (() => void) | null = null;

  constructor(private readonly pause: Pause) {}

  poke(): void {
    this.poked = true;
    this.wake?.();
  }

  /** @returns whether it was poked */
  async sleep(ms: number): Promise<boolean> {
    if (!this.poked) {
      const timer = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => {
          this.wake = resolve;
        }),
        this.pause(ms, timer.signal).catch(() => undefined),
      ]);
      timer.abort();
      this.wake = null;
    }
    const { poked } = this;
    this.poked = false;
    return poked;
  }
}
