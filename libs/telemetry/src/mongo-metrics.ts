import { declareGauge, declareHistogram } from './declare-metric.js';
import type { Metrics } from './metrics.js';

/** The part of the driver's pool monitoring that is used. */
interface PoolEvent {
  address: string;
}
interface ConnectionEvent extends PoolEvent {
  connectionId: number | '<monitor>';
}
interface CheckedOut extends ConnectionEvent {
  durationMS: number;
}
interface Pooled {
  options: { maxPoolSize: number };
  on(event: 'connectionCheckedOut', listener: (event: CheckedOut) => void): unknown;
  on(event: 'connectionCheckedIn', listener: (event: ConnectionEvent) => void): unknown;
  on(event: 'connectionCreated' | 'connectionClosed', listener: (event: ConnectionEvent) => void): unknown;
}

const duration = declareHistogram({
  name: 'skyshelf_mongodb_command_duration_seconds',
  help: 'Time for which a command of MongoDB had its connection, to the end of its answer.',
});
const wait = declareHistogram({
  name: 'skyshelf_mongodb_pool_wait_seconds',
  help: 'How long commands waited for a connection to MongoDB, also for one that had to be made.',
});
const connections = declareGauge({
  name: 'skyshelf_mongodb_pool_connections',
  help: 'Connections of this process to the servers of MongoDB.',
  labels: { state: '`used`, `idle`, or `allowed`: as many as there may be to one server' },
});

/**
 * Call it once, before the client connects. By the events of the pool, which the driver makes anyway: those of
 * commands would have it read each answer twice.
 */
export function measureMongo(client: Pooled, metrics: Metrics): void {
  const durations = metrics.histogram(duration);
  const waits = metrics.histogram(wait);
  const used = new Map<string, number>();
  let open = 0;
  const keyOf = ({ address, connectionId }: ConnectionEvent): string => `${address}/${connectionId}`;
  client.on('connectionCreated', () => (open += 1));
  client.on('connectionClosed', (event) => {
    open -= 1;
    used.delete(keyOf(event));
  });
  client.on('connectionCheckedOut', (event) => {
    used.set(keyOf(event), performance.now());
    waits.observe({}, event.durationMS / 1000);
  });
  client.on('connectionCheckedIn', (event) => {
    const key = keyOf(event);
    const since = used.get(key);
    if (since === undefined) return;
    used.delete(key);
    durations.observe({}, (performance.now() - since) / 1000);
  });
  metrics.gauge(connections, (gauge) => {
    gauge.set({ state: 'used' }, used.size);
    gauge.set({ state: 'idle' }, Math.max(0, open - used.size));
    gauge.set({ state: 'allowed' }, client.options.maxPoolSize);
  });
}
