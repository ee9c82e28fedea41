import type { ServiceName } from '@skyshelf/contracts';
import type { BusClock, BusLog } from '../bus-log.js';
import type { BusMetrics } from '../bus-metrics.js';
import type { Consumer, EventSource } from '../port.js';
import type { GrowingPause, Pause, RetryPolicy } from './pause.js';

/** What a durable consumer needs besides itself; the same for every way events travel. */
export interface ConsumerDeps {
  consumer: Consumer;
  log: BusLog;
  metrics: BusMetrics;
  clock: BusClock;
  pause: Pause;
  retry: RetryPolicy;
  outagePause: GrowingPause;
  /** Drives whose handlers may run at the same time. */
  concurrency: number;
  /** How often the consumer looks for an operator's requests, milliseconds. */
  lookRoundMs: number;
  sourceOf(service: ServiceName): EventSource | undefined;
}

/** The consumer takes no more events; what it did not pass is handed over again after its next start. */
export class ConsumerStoppedError extends Error {
  constructor(readonly consumer: ServiceName) {
    super(`The consumer ${consumer} has stopped`);
    this.name = 'ConsumerStoppedError';
  }
}
