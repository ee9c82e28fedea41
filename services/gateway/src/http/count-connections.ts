import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { declareGauge, type Metrics } from '@skyshelf/telemetry';

const connections = declareGauge({
  name: 'skyshelf_http_connections',
  help: 'Connections of people to this gateway.',
  labels: { state: '`open`, or `allowed`: MAX_CONNECTIONS, further ones are closed unanswered' },
});

export function countConnections(server: Server, allowed: number, metrics: Metrics): void {
  const openNow = promisify(server.getConnections.bind(server));
  metrics.gauge(connections, async (gauge) => {
    gauge.set({ state: 'allowed' }, allowed);
    gauge.set({ state: 'open' }, await openNow());
  });
}
