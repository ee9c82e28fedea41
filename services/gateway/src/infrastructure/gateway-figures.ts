import type { Duplex } from 'node:stream';
import { declareCounter, declareGauge, measureGauge, type Metrics } from '@skyshelf/telemetry';
import type { Db } from 'mongodb';
import type { CompanionLink } from '../application/companion-link.js';

const accounts = declareGauge({ name: 'skyshelf_open_accounts', help: 'Accounts of the installation.' });
const linkRefusals = declareCounter({
  name: 'skyshelf_link_traffic_refusals_total',
  help: 'Requests of visitors that were refused because their link has sent SHARE_DAILY_MB that day.',
});
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
  measureGauge(metrics, accounts, () => collection.estimatedDocumentCount());
}

export function countRefusals(metrics: Metrics): () => void {
  const refusals = metrics.counter(linkRefusals);
  return () => refusals.add({});
}

export function measuredCompanion(link: CompanionLink, metrics: Metrics): CompanionLink {
  const requests = metrics.counter(companionRequests);
  const sockets = new Set<Duplex>();
  // One more listener would be too many for some of them.
  const openNow = (): number => {
    for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
    return sockets.size;
  };
  measureGauge(metrics, companionSockets, openNow);
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
      sockets.add(socket);
      openNow();
    },
  };
}
