import { backoffMs } from '@skyshelf/contracts';
import { type Pause, defaultOutagePause } from '../consumer/pause.js';
import type { BusLog } from '../bus-options.js';

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

export class FailurePace {
  private failures = 0;

  constructor(
    private readonly log: BusLog,
    private readonly fields: { service: string; alert: string },
    private readonly pause: Pause,
  ) {}

  succeeded(): void {
    if (this.failures > 0)
      this.log.info({ service: this.fields.service, failures: this.failures }, 'The relay goes on');
    this.failures = 0;
  }

  async failed(error: unknown): Promise<void> {
    this.failures += 1;
    const pauseMs = backoffMs(defaultOutagePause, this.failures);
    const fields = { ...this.fields, err: error, failures: this.failures, pauseMs };
    if (this.failures === 1) this.log.warn(fields, 'The relay failed and will try again');
    else this.log.error(fields, 'The relay still fails');
    await this.pause(pauseMs);
  }
}
