import { serviceNames, type ServiceName } from '@skyshelf/contracts';
import { httpLink } from '../peers/http-link.js';
import type { PeerLink } from '../peers/peer-link.js';

type ClosableLink = ReturnType<typeof httpLink>;

/** The ways to the services named in SKYSHELF_PEERS (`catalog=http://…`). */
export function peerLinks(addresses: readonly string[]): {
  linkTo(service: ServiceName): PeerLink | null;
  close(): Promise<void>;
} {
  const links = new Map<ServiceName, ClosableLink>();
  for (const entry of addresses) {
    const service = serviceNames.find((name) => entry.startsWith(`${name}=`));
    if (service) links.set(service, httpLink(entry.slice(service.length + 1)));
  }
  return {
    linkTo: (service) => links.get(service) ?? null,
    close: async () => {
      await Promise.all([...links.values()].map((link) => link.close()));
    },
  };
}
