import type { MetricRegistry } from '@skyshelf/telemetry';
import type { BusClock, BusLog } from './bus-log.js';
import type { GrowingPause, Pause, RetryPolicy } from './consumer/pause.js';

/** What any adapter of the bus is made of. */
export interface BusOptions {
  logger: BusLog;
  clock: BusClock;
  /** Where the metrics go; default nowhere. */
  metrics?: { registry: MetricRegistry };
  /** The timer behind all pauses; default the wall clock's. */
  pause?: Pause;
  /** How often a handler may fail before its drive is parked. Default eight tries, 100 ms doubling up to 5 s. */
  retry?: Partial<RetryPolicy>;
  /** How long a consumer waits for database and neighbours. Default 100 ms doubling up to 2 s, without end. */
  outagePause?: Partial<GrowingPause>;
  /** Drives that a consumer handles at the same time, default 16. */
  concurrency?: number;
  /** How often a consumer looks for requests on parked drives, milliseconds, default 2,000. */
  lookRoundMs?: number;
}
