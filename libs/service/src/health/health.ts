import { connect } from 'node:net';
import type { Health, RequestsInFlight, Stage } from '@skyshelf/http';
import type { Logger } from 'pino';
import type { ServiceName } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Db } from 'mongodb';
import type { HealthCheck } from '../runtime.js';

const CHECK_TIMEOUT_MS = 2000;

export async function outcomeOf(
  { name, check }: HealthCheck,
  logger: Logger,
): Promise<{ status: string; hint?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ status: string; hint: string }>((resolve) => {
    timer = setTimeout(
      () => resolve({ status: 'failed', hint: `no answer within ${CHECK_TIMEOUT_MS} ms` }),
      CHECK_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    // `/health` asks for no key.
    logger.warn({ err: error, check: name }, 'a health check failed');
    return { status: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** Degraded or off parts don't matter. */
export async function askHealth(checks: readonly HealthCheck[], logger: Logger): Promise<Health> {
  const answers = await Promise.all(
    checks.map(async (each) => [each.name, await outcomeOf(each, logger)] as const),
  );
  return {
    well: answers.every(([, { status }]) => status !== 'failed'),
    checks: Object.fromEntries(answers),
  };
}

/** Milliseconds: anyone may ask. */
const REMEMBER_MS = 1000;

/** One check for all who ask within that time. */
export function rememberHealth(
  ask: () => Promise<Health>,
  now: () => number = () => performance.now(),
): () => Promise<Health> {
  let last: { at: number; health: Promise<Health> } | undefined;
  return () => {
    if (!last || now() - last.at >= REMEMBER_MS) last = { at: now(), health: ask() };
    return last.health;
  };
}

/**
 * This process only. Shared dependencies would take all replicas out at once; requests that need them answer
 * 503 with `Retry-After`.
 */
export class Readiness {
  private started = false;
  private readonly waitedFor: Set<HealthCheck>;

  constructor(
    checks: readonly HealthCheck[],
    private readonly inFlight: Pick<RequestsInFlight, 'leaving'>,
    private readonly logger: Logger,
  ) {
    this.waitedFor = new Set(checks.filter(({ once }) => once));
  }

  begin(): void {
    this.started = true;
  }

  readonly stage = async (): Promise<Stage> => {
    if (this.inFlight.leaving) return 'leaving';
    if (!this.started) return 'starting';
    for (const check of this.waitedFor) {
      if ((await outcomeOf(check, this.logger)).status === 'failed') return 'started';
      this.waitedFor.delete(check);
    }
    return 'ready';
  };
}

const CONNECT_TIMEOUT_MS = 1_000;

export interface ReachableOptions {
  name: string;
  /** `host:port`; one is enough. */
  addresses: readonly string[];
  hint: string;
  /** Unit: milliseconds; default 2,000. */
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

/** Events wait in the outbox while Kafka is away. */
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
