import { serviceNames, type ServiceName } from '@skyshelf/contracts';
import { serviceList, services } from '@skyshelf/services';

/** From the list of services. */
export const replicas = Object.fromEntries(
  serviceList.map(({ name, replicas: count = 1 }) => [name, count]),
) as Readonly<Record<ServiceName, number>>;

/**
 * An address known to the others. Each service has one more than replicas, so that in a rolling restart the
 * new process is ready before the old one leaves.
 */
export interface ReplicaSlot {
  service: ServiceName;
  /** From 1. */
  number: number;
  /** Internal. */
  port: number;
  url: string;
  /** A gateway's. */
  public?: { port: number; url: string };
}

/** Listening port, and the one that others use: different behind a proxy. */
export interface SlotPorts {
  listening: number;
  reached: number;
}

/**
 * @param given as many as `portCount()` says: the internal ports of all processes, then the public ones of
 * the gateways
 */
export function planSlots(given: readonly SlotPorts[]): ReplicaSlot[] {
  const left = given.values();
  const next = () => {
    const ports = left.next().value;
    if (ports === undefined) throw new Error(`The cluster needs ${portCount()} ports for its processes.`);
    return { port: ports.listening, url: `http://127.0.0.1:${ports.reached}` };
  };
  const slots = serviceNames.flatMap((service) =>
    Array.from({ length: replicas[service] + 1 }, (_, at) => ({ service, number: at + 1, ...next() })),
  );
  return slots.map((slot) => (isPublic(slot.service) ? { ...slot, public: next() } : slot));
}

const isPublic = (service: ServiceName): boolean => services[service].isPublic === true;

export const portCount = (): number =>
  serviceNames.reduce((sum, service) => sum + (replicas[service] + 1) * (isPublic(service) ? 2 : 1), 0);

/** SKYSHELF_PEERS. */
export const peersOf = (slots: readonly ReplicaSlot[]): string =>
  serviceNames
    .map((service) => {
      const urls = slots.filter((slot) => slot.service === service).map(({ url }) => url);
      return `${service}=${urls.join('|')}`;
    })
    .join(',');
