import { serviceNames, type ServiceName } from '@skyshelf/contracts';
import { httpLink, type HttpLinkOptions } from './http-link.js';
import type { PeerLink } from './peer-link.js';

type ClosableLink = ReturnType<typeof httpLink>;

/** From SKYSHELF_PEERS: `catalog=http://a:1|http://b:1`, or `catalog=dns+http://catalog-pods:1`. */
export function peerAddresses(entries: readonly string[]): ReadonlyMap<ServiceName, readonly string[]> {
  const addresses = new Map<ServiceName, readonly string[]>();
  for (const entry of entries) {
    const service = serviceNames.find((name) => entry.startsWith(`${name}=`));
    if (service) addresses.set(service, entry.slice(service.length + 1).split('|'));
  }
  return addresses;
}

/**
 * Replicas that alone hold some answers, where SKYSHELF_PEERS names them apart: `media.video=…` converts
 * films.
 */
export function holderAddresses(entries: readonly string[]): ReadonlyMap<ServiceName, readonly string[]> {
  const held = entries.find((entry) => entry.startsWith('media.video='));
  return new Map(held ? [['media', held.slice('media.video='.length).split('|')]] : []);
}

export function peerLinks(
  entries: readonly string[],
  options?: HttpLinkOptions,
): {
  linkTo(service: ServiceName): PeerLink | null;
  close(): Promise<void>;
} {
  const links = new Map<ServiceName, ClosableLink>();
  for (const [service, addresses] of peerAddresses(entries)) links.set(service, httpLink(addresses, options));
  return {
    linkTo: (service) => links.get(service) ?? null,
    close: async () => {
      await Promise.all([...links.values()].map((link) => link.close()));
    },
  };
}
