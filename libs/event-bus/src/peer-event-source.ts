import { internalRoutes, type ServiceName } from '@skyshelf/contracts';
import type { EventSource } from './port.js';

export interface PeerCalls {
  json<T>(service: ServiceName, path: string): Promise<T>;
}

const { driveEvents, allEvents } = internalRoutes;
/** The most that both routes return. */
const MOST = 1_000;

/** @throws DomainError `service.unavailable` from both calls: a consumer then waits */
export function peerEventSource(peers: PeerCalls, service: ServiceName): EventSource {
  const read = async (
    { path, answer }: typeof driveEvents | typeof allEvents,
    query: Record<string, string>,
  ) => answer.parse(await peers.json(service, `${path}?${new URLSearchParams(query).toString()}`));
  const limited = (limit: number): string => String(Math.min(limit, MOST));
  return {
    after: (drive, version, limit) =>
      read(driveEvents, { drive, after: String(version), limit: limited(limit) }),
    all: (after, limit) => read(allEvents, { ...(after !== null && { after }), limit: limited(limit) }),
  };
}
