import type { Caller } from '@skyshelf/tokens';
import type { Db, MongoClient } from 'mongodb';
import type { CatalogConfig } from '#src/catalog.config.js';
import { runCatalog, type Answer, type RunningCatalog, type TestAccount } from './running-catalog.js';

/** Two of the service on one database, each listening at a port of its own. */
export interface Replicas {
  first: RunningCatalog;
  /** A new account, as it calls the one and as it calls the other. */
  account(): TestAccount[];
  stop(): Promise<void>;
}

export async function runReplicas(
  database: { client: MongoClient; db: Db },
  config: CatalogConfig,
): Promise<Replicas> {
  const callers = new Map<string, Caller>();
  const first = await runCatalog(database, { config, callers });
  const second = await runCatalog(database, { config, callers });
  const listening = [first, second].map(({ service }) =>
    service.listenInternal({ host: '127.0.0.1', port: 0 }),
  );
  const addresses = await Promise.all(listening);
  return {
    first,
    account: () => {
      const account = first.account();
      return addresses.map((address) => ({ ...account, call: caller(address, account.headers) }));
    },
    stop: async () => {
      await first.stop();
      await second.stop();
    },
  };
}

const caller =
  (address: string, own: Record<string, string>): TestAccount['call'] =>
  async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(address + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...own, 'content-type': 'application/json', ...headers },
    });
    return { status: response.status, body: (await response.json()) as T } satisfies Answer<T>;
  };
