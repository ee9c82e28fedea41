import { reachableCheck } from './reachable-check.js';
import type { HealthCheck } from '../runtime.js';

/**
 * Without Kafka commands go on: events wait in the outbox. None for a process that keeps its events to
 * itself.
 */
export const kafkaChecks = (brokers: readonly string[]): HealthCheck[] =>
  brokers.length === 0
    ? []
    : [
        reachableCheck({
          name: 'kafka',
          addresses: brokers,
          hint: 'No broker can be reached. What people do is kept and goes on; what follows from it, such as thumbnails and live changes, waits.',
        }),
      ];
