import type { RequestsInFlight, Stage } from '@skyshelf/http';
import type { Logger } from 'pino';
import type { HealthCheck } from '../runtime.js';
import { outcomeOf } from './ask-health.js';

/**
 * This process only. Shared dependencies (database, Kafka, object store) don't count: they would take all
 * replicas out at once, while each request that needs them answers 503 with `Retry-After`.
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
