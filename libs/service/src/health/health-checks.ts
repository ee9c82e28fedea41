import { connect } from 'node:net';
import type { ServiceName } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Db } from 'mongodb';
import type { HealthCheck } from '../runtime.js';

const CONNECT_TIMEOUT_MS = 1_000;

export interface ReachableOptions {
  name: string;
  /** `host:port`; one is enough. */
  addresses: readonly string[];
  /** Shown when none can be reached. */
  hint: string;
  /** Milliseconds; default 2,000. */
  keepMs?: number;
}

/** One of several servers by TCP; otherwise degraded: the service goes on without them for a while. */
export function reachableCheck({ name, addresses, hint, keepMs = 2_000 }: ReachableOptions): HealthCheck {
  let known: { at: number; reachable: Promise<boolean> } | null = null;
  return {
    name,
    check: async () => {
      const now = performance.now();
      if (!known || now - known.at > keepMs) known = { at: now, reachable: anyReachable(addresses) };
      return (await known.reachable) ? { status: 'ok' } : { status: 'degraded', hint };
    },
  };
}

async function anyReachable(addresses: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(addresses.map(isReachable));
  return answers.includes(true);
}

function isReachable(address: string): Promise<boolean> {
  const at = address.lastIndexOf(':');
  return new Promise((resolve) => {
    const socket = connect({ host: address.slice(0, at), port: Number(address.slice(at + 1)) });
    const answer = (reachable: boolean) => () => {
      socket.destroy();
      resolve(reachable);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, answer(false));
    socket.once('connect', answer(true)).once('error', answer(false));
  });
}

/** Without Kafka events wait in the outbox. */
export const kafkaChecks = (brokers: readonly string[]): HealthCheck[] =>
  brokers.length === 0
    ? []
    : [
        reachableCheck({
          name: 'kafka',
          addresses: brokers,
          hint: 'No broker can be reached. What people do is kept and goes on; what follows from it, such as thumbnails and live changes, waits.',
        }),
      ];

export const databaseCheck = (service: ServiceName, db: Db): HealthCheck => ({
  name: `${service}.database`,
  check: async () => {
    await db.command({ ping: 1 });
    return { status: 'ok' };
  },
});

export const objectsCheck = (service: ServiceName, objects: Pick<ObjectStore, 'head'>): HealthCheck => ({
  name: `${service}.objects`,
  check: async () => {
    await objects.head('health');
    return { status: 'ok' };
  },
});
