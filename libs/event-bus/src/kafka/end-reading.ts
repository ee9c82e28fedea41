import type { Cluster } from 'kafkajs';

/**
 * Ends all fetchers of a kafkajs consumer; called before its stop. kafkajs 2.2.4 recreates fetchers when
 * brokers change (`consumer/fetchManager.js`); a stop at that moment, or during a join, leaves some running,
 * which then spin in microtasks so that the process doesn't even hear signals. Without brokers none are made.
 * The cluster must belong to that consumer alone.
 */
export function endReading(cluster: Cluster): void {
  cluster.getNodeIds = () => [];
}
