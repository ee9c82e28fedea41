import { declareCounter, type Metrics } from '@skyshelf/telemetry';
import type { Swept } from '../application/sweep/swept-records.js';

const receivedBytes = declareCounter({
  name: 'skyshelf_storage_received_bytes_total',
  help: 'Bytes of finished uploads.',
});
const sweptThings = declareCounter({
  name: 'skyshelf_storage_swept_total',
  help: 'What the sweeper removed or, for `hashed`, read again.',
  labels: { what: 'kind of thing, e.g. `unused`' },
});

export interface StorageMetrics {
  received(bytes: number): void;
  swept(swept: Swept): void;
}

export function createStorageMetrics(metrics: Metrics): StorageMetrics {
  const received = metrics.counter(receivedBytes);
  const swept = metrics.counter(sweptThings);
  return {
    received: (bytes) => received.add({}, bytes),
    swept: (counts) => {
      for (const [what, count] of Object.entries(counts) as [string, number][]) swept.add({ what }, count);
    },
  };
}
