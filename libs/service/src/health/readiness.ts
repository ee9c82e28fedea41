import type { RequestsInFlight, Stage } from '@skyshelf/http';
import type { Logger } from 'pino';
import type { HealthCheck } from '../runtime.js';
import { outcomeOf } from './ask-health.js';

/**
 * How far this process is in its own life. What all replicas share (a database that elects, Kafka, the store of bytes) is no part of it: it would take all of
 * them out of service at once, while each request that needs it says so by itself, with 503 and `Retry-After`.
 */
export class Readiness {
  private started = false;
  private readonly waitedFor: Set<HealthCheck>;

  constructor(
    checks: readonly HealthCheck[],
    private readonly inFlight: Pick<RequestsInFlight, 'leaving'>,
    private readonly logger: Logger,
  ) {
    this.waitedFor = new Set(checks.filter(({ once }) => once));
  }

  /** Its background work has begun. */
  begin(): void {
    this.started = true;
  }

  readonly stage = async (): Promise<Stage> => {
    if (this.inFlight.leaving) return 'leaving';
    if (!this.started) return 'starting';
    for (const check of this.waitedFor) {
      if ((await outcomeOf(check, this.logger)).status === 'failed') return 'started';
      this.waitedFor.delete(check);
    }
    return 'ready';
  };
}
