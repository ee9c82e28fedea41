import type { Metrics } from '@skyshelf/telemetry';
import type { Swept } from '../application/sweep/sweep.js';

/**
 * `skyshelf_storage_received_bytes_total`: bytes of finished uploads. `skyshelf_storage_swept_total`: what the sweeper removed or, for `hashed`, read, by kind.
 */
export interface StorageMetrics {
  received(bytes: number): void;
  swept(swept: Swept): void;
}

export function createStorageMetrics(metrics: Metrics): StorageMetrics {
  const received = metrics.counter({
    name: 'skyshelf_storage_received_bytes_total',
    help: 'Bytes of finished uploads.',
  });
  const swept = metrics.counter({
    name: 'skyshelf_storage_swept_total',
    help: 'What the sweeper removed or, for hashed, read again.',
    labels: ['what'],
  });
  return {
    received: (bytes) => received.add({}, bytes),
    swept: (counts) => {
      for (const [what, count] of Object.entries(counts) as [string, number][]) swept.add({ what }, count);
    },
  };
}
