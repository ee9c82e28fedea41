import { serviceNames, type ServiceName } from '@skyshelf/contracts';

/** How many of each service run. */
export const replicas: Readonly<Record<ServiceName, number>> = {
  gateway: 2,
  catalog: 2,
  storage: 2,
  media: 2,
  billing: 1,
  notify: 1,
};

/**
 * A place where a replica can run: an address that the others know. Each service has one more than it has replicas, so that in a rolling restart the new
 * process is ready before the old one leaves.
 */
export interface Place {
  service: ServiceName;
  /** From 1. */
  number: number;
  port: number;
  url: string;
}

/** @param ports as many as `placeCount()` says */
export function planPlaces(ports: readonly number[]): Place[] {
  const left = ports.values();
  return serviceNames.flatMap((service) =>
    Array.from({ length: replicas[service] + 1 }, (_, at) => {
      const port = left.next().value;
      if (port === undefined) throw new Error('Too few ports are given for the places of the cluster.');
      return { service, number: at + 1, port, url: `http://127.0.0.1:${port}` };
    }),
  );
}

export const placeCount = (): number => serviceNames.reduce((sum, service) => sum + replicas[service] + 1, 0);

/** SKYSHELF_PEERS: where everybody is. */
export const peersOf = (places: readonly Place[]): string =>
  serviceNames
    .map((service) => {
      const urls = places.filter((place) => place.service === service).map(({ url }) => url);
      return `${service}=${urls.join('|')}`;
    })
    .join(',');
