import type { BusLog } from '../bus-log.js';
import { defaultOutagePause, pauseAfter, type Pause } from '../consumer/pause.js';

/** Starts small again after a success. */
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
    const pauseMs = pauseAfter(defaultOutagePause, this.failures);
    const fields = { ...this.fields, err: error, failures: this.failures, pauseMs };
    if (this.failures === 1) this.log.warn(fields, 'The relay failed and will try again');
    else this.log.error(fields, 'The relay still fails');
    await this.pause(pauseMs);
  }
}
