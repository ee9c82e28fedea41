import type { Counter, Histogram, Metrics } from '@skyshelf/telemetry';

/** What a drive store tells about itself. Without metrics it keeps silent. */
export interface StoreMetrics {
  queueWait: Histogram | undefined;
  batchSize: Histogram | undefined;
  retries: Counter | undefined;
  /** `outcome`: done, no-op, repeated, failed, or the code of the refusal. */
  commands: Counter<'command' | 'outcome'> | undefined;
}

export function createStoreMetrics(metrics: Metrics | undefined, waiting?: () => number): StoreMetrics {
  if (waiting) {
    const help = 'Commands that wait for their turn at their drives now.';
    metrics?.gauge({ name: 'skyshelf_drive_waiting_commands', help }, (gauge) => gauge.set({}, waiting()));
  }
  return storeMetrics(metrics);
}

const storeMetrics = (metrics: Metrics | undefined): StoreMetrics => ({
  queueWait: metrics?.histogram({
    name: 'skyshelf_drive_queue_wait_seconds',
    help: 'How long commands waited for their turn at their drive.',
  }),
  batchSize: metrics?.histogram({
    name: 'skyshelf_drive_batch_commands',
    help: 'How many commands of a drive shared one transaction.',
    buckets: [1, 2, 4, 8, 16],
  }),
  retries: metrics?.counter({
    name: 'skyshelf_drive_transaction_retries_total',
    help: "Transactions that met another process's, or a server in trouble, and were tried again.",
  }),
  commands: metrics?.counter({
    name: 'skyshelf_drive_commands_total',
    help: 'Commands by name and how they came out.',
    labels: ['command', 'outcome'],
  }),
});
