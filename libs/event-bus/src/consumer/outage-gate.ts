import type { BusLog } from '../bus-options.js';
import { pauseAfter, type GrowingPause, type Pause } from './pause.js';

/** Pauses grow until something succeeds. */
export class OutageGate {
  private shut: Promise<void> | null = null;
  private failures = 0;

  constructor(
    private readonly consumer: string,
    private readonly log: BusLog,
    private readonly pause: Pause,
    private readonly pauses: GrowingPause,
    private readonly signal: AbortSignal,
  ) {}

  /** From the first error of an outage until the next success. */
  get paused(): boolean {
    return this.failures > 0;
  }

  async pass(): Promise<void> {
    while (this.shut) await this.shut;
  }

  failed(error: unknown): void {
    if (this.shut) return;
    this.failures += 1;
    const ms = pauseAfter(this.pauses, this.failures);
    const fields = {
      alert: 'consumer-paused',
      consumer: this.consumer,
      err: error,
      failures: this.failures,
      pauseMs: ms,
    };
    if (this.failures === 1) this.log.warn(fields, 'The consumer pauses: an outage');
    else this.log.error(fields, 'The consumer is still paused: an outage');
    this.shut = this.pause(ms, this.signal)
      .catch(() => undefined)
      .finally(() => {
        this.shut = null;
      });
  }

  succeeded(): void {
    if (this.failures === 0) return;
    this.log.info({ consumer: this.consumer, failures: this.failures }, 'The consumer goes on');
    this.failures = 0;
  }
}
