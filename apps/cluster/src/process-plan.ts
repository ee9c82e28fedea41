import { createServer } from 'node:net';
import { once } from 'node:events';
import { serviceNames, type ServiceName } from '@skyshelf/contracts';
import { serviceList, services } from '@skyshelf/services';

export const replicas = Object.fromEntries(
  serviceList.map(({ name, replicas: count = 1 }) => [name, count]),
) as Readonly<Record<ServiceName, number>>;

/**
 * Each service has one more than replicas: in a rolling restart the new process is ready before the old one
 * leaves.
 */
export interface ReplicaSlot {
  service: ServiceName;
  /** It counts from 1. */
  number: number;
  port: number;
  url: string;
  public?: { port: number; url: string };
}

/** The one that others use differs behind a proxy. */
export interface SlotPorts {
  listening: number;
  reached: number;
}

/** @param given as many as `portCount()`: the internal ports of all processes, then the gateways' public ones */
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

/** Formats SKYSHELF_PEERS. */
export const peersOf = (slots: readonly ReplicaSlot[]): string =>
  serviceNames
    .map((service) => {
      const urls = slots.filter((slot) => slot.service === service).map(({ url }) => url);
      return `${service}=${urls.join('|')}`;
    })
    .join(',');

/** Below ephemeral ports, so that no connection takes one during a restart. */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * Chooses free loopback ports.
 * @param random a number from 0 up to 1
 * @throws {Error} when there are not so many
 */
export async function choosePorts(count: number, random: () => number = Math.random): Promise<number[]> {
  const chosen: number[] = [];
  const start = FIRST + Math.floor(random() * (LAST - FIRST));
  for (let at = 0; at < LAST - FIRST && chosen.length < count; at += 1) {
    const port = FIRST + ((start - FIRST + at) % (LAST - FIRST));
    if (await isFree(port)) chosen.push(port);
  }
  if (chosen.length < count) throw new Error(`There are no ${count} free ports from ${FIRST} to ${LAST}.`);
  return chosen;
}

export const chooseOpenPorts = async (count: number): Promise<SlotPorts[]> =>
  (await choosePorts(count)).map((port) => ({ listening: port, reached: port }));

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve(true)));
  });
}

/** @throws {Error} as `listen` throws it: `EADDRINUSE` with the port */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
