import { declareCounter, declareGauge, type Metrics } from '@skyshelf/telemetry';
import type { Db } from 'mongodb';
import type { CompanionLink } from '../application/companion-link.js';

const accounts = declareGauge({ name: 'skyshelf_open_accounts', help: 'Accounts of the installation.' });
const companionRequests = declareCounter({
  name: 'skyshelf_companion_requests_total',
  help: 'Requests and WebSockets that the gateway handed to Companion.',
  labels: { outcome: '`answered`, or `away` where it could not be reached' },
});
const companionSockets = declareGauge({
  name: 'skyshelf_companion_connections',
  help: 'WebSockets to Companion that are open at this gateway: files on their way from elsewhere.',
});

export function countAccounts(db: Db, metrics: Metrics): void {
  const collection = db.collection('accounts');
  metrics.gauge(accounts, async (gauge) => gauge.set({}, await collection.estimatedDocumentCount()));
}

export function measuredCompanion(link: CompanionLink, metrics: Metrics): CompanionLink {
  const requests = metrics.counter(companionRequests);
  let sockets = 0;
  metrics.gauge(companionSockets, (gauge) => gauge.set({}, sockets));
  const counted = async (handing: Promise<void>): Promise<void> => {
    try {
      await handing;
      requests.add({ outcome: 'answered' });
    } catch (error) {
      requests.add({ outcome: 'away' });
      throw error;
    }
  };
  return {
    ...link,
    forward: (...given) => counted(link.forward(...given)),
    upgrade: async (request, socket, ...rest) => {
      await counted(link.upgrade(request, socket, ...rest));
      sockets += 1;
      if (socket.destroyed) sockets -= 1;
      else socket.once('close', () => (sockets -= 1));
    },
  };
}
