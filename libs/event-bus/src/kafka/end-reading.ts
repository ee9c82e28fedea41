import type { Cluster } from 'kafkajs';

/**
 * Makes whatever still reads for a consumer of kafkajs come to an end; called before the consumer is stopped. When brokers come or go, kafkajs 2.2.4 makes
 * its fetchers again (`consumer/fetchManager.js`), and a stop in that moment stops the old ones only; so does a stop while it joins its group. Fetchers of a stopped
 * consumer get nothing at once, again and again, in microtasks: the process does nothing else any more, it does not even hear signals. Without brokers none
 * are made. The cluster belongs to that consumer alone.
 */
export function endReading(cluster: Cluster): void {
  cluster.getNodeIds = () => [];
}
