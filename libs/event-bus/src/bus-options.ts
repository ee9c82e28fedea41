import type { Backoff } from '@skyshelf/contracts';
import type { MetricRegistry } from '@skyshelf/telemetry';
import type { Pause, RetryPolicy } from './consumer/pause.js';

export interface BusOptions {
  logger: BusLog;
  clock: BusClock;
  metrics?: { registry: MetricRegistry };
  pause?: Pause;
  /** Default: eight tries, 100 ms doubling up to 5 s. */
  retry?: Partial<RetryPolicy>;
  /** Default: 100 ms doubling up to 2 s, without end. */
  outagePause?: Partial<Backoff>;
  /** Drives handled at the same time, default 16. */
  concurrency?: number;
  /** Milliseconds between two polls for requests on parked drives, default 2,000. */
  pollMs?: number;
}

export interface BusLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface BusClock {
  now(): Date;
}
