import type { Backoff, ServiceName } from '@skyshelf/contracts';
import type { BusClock, BusLog } from '../bus-options.js';
import type { RestoreEpochs } from '@skyshelf/event-store';
import type { BusMetrics } from '../bus-metrics.js';
import type { Consumer, EventSource } from '../port.js';
import type { Pause, RetryPolicy } from './pause.js';

export interface ConsumerDeps {
  consumer: Consumer;
  log: BusLog;
  metrics: BusMetrics;
  clock: BusClock;
  pause: Pause;
  retry: RetryPolicy;
  outagePause: Backoff;
  concurrency: number;
  pollMs: number;
  epochs: RestoreEpochs;
  sourceOf(service: ServiceName): EventSource | undefined;
}

/** Events that were not consumed are delivered again after the next start. */
export class ConsumerStoppedError extends Error {
  constructor(readonly consumer: ServiceName) {
    super(`The consumer ${consumer} has stopped`);
    this.name = 'ConsumerStoppedError';
  }
}
