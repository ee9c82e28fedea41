import {
  declareCounter,
  declareGauge,
  declareHistogram,
  measureGauge,
  type Counter,
  type Histogram,
  type Metrics,
} from '@skyshelf/telemetry';

const waitingCommands = declareGauge({
  name: 'skyshelf_drive_waiting_commands',
  help: 'Commands that wait for their turn at their drives now.',
});
const queueWait = declareHistogram({
  name: 'skyshelf_drive_queue_wait_seconds',
  help: 'How long commands waited for their turn at their drive.',
});
const batchSize = declareHistogram({
  name: 'skyshelf_drive_batch_commands',
  help: 'How many commands of a drive shared one transaction.',
  buckets: [1, 2, 4, 8, 16],
});
const retries = declareCounter({
  name: 'skyshelf_drive_transaction_retries_total',
  help: "Transactions that met another process's, or a server in trouble, and were tried again.",
});
const commands = declareCounter({
  name: 'skyshelf_drive_commands_total',
  help: 'Commands by name and how they came out.',
  labels: {
    command: 'name of the command',
    outcome: '`done`, `no-op`, `repeated`, `failed`, or the code of the refusal',
  },
});

export interface StoreMetrics {
  queueWait: Histogram | undefined;
  batchSize: Histogram | undefined;
  retries: Counter | undefined;
  commands: Counter<'command' | 'outcome'> | undefined;
}

export function createStoreMetrics(metrics: Metrics | undefined, waiting?: () => number): StoreMetrics {
  if (waiting) measureGauge(metrics, waitingCommands, waiting);
  return {
    queueWait: metrics?.histogram(queueWait),
    batchSize: metrics?.histogram(batchSize),
    retries: metrics?.counter(retries),
    commands: metrics?.counter(commands),
  };
}
