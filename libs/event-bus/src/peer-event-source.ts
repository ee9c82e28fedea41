import { internalRoutes, type ServiceName } from '@skyshelf/contracts';
import type { EventSource } from './port.js';

/** The part of the calls between services that reading events needs. */
export interface PeerCalls {
  json<T>(service: ServiceName, path: string): Promise<T>;
}

const { driveEvents, allEvents } = internalRoutes;
/** What `/internal/events` and `/internal/events/all` give at a time at most. */
const MOST = 1_000;

/**
 * The events of another service, asked for by its internal routes.
 * @throws DomainError `service.unavailable` from both calls while it is away: a consumer then waits
 */
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
