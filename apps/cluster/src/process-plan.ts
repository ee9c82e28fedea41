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
  /** Where the process listens. */
  port: number;
  /** Where everybody else reaches it. */
  url: string;
}

/** The port at which a process listens, and the one at which others reach it: another one where a proxy stands between. */
export interface PlacePorts {
  listening: number;
  reached: number;
}

/** @param ports as many as `placeCount()` says */
export function planPlaces(given: readonly PlacePorts[]): Place[] {
  const left = given.values();
  return serviceNames.flatMap((service) =>
    Array.from({ length: replicas[service] + 1 }, (_, at) => {
      const ports = left.next().value;
      if (ports === undefined) throw new Error(`The cluster needs ${placeCount()} ports for its processes.`);
      const { listening, reached } = ports;
      return { service, number: at + 1, port: listening, url: `http://127.0.0.1:${reached}` };
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
