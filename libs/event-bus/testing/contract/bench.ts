import type { ServiceName } from '@skyshelf/contracts';
import { MetricRegistry } from '@skyshelf/telemetry';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { MongoClient, type Db } from 'mongodb';
import type { BusLog, BusOptions } from '../../src/bus-options.js';
import type { EventBus, EventHandler, Subscription } from '../../src/port.js';
import { Ledger } from './ledger.js';

export interface BusHarness {
  /** A new instance of the adapter, as a process makes it at its start. All instances of one harness share the wire. */
  open(options: BusOptions): Promise<EventBus>;
  dispose(): Promise<void>;
}

export const quietLog: BusLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Small pauses: the suite waits for outcomes, never for times. */
export const quickOptions = {
  logger: quietLog,
  clock: { now: () => new Date() },
  retry: { firstMs: 2, maxMs: 10, tries: 3 },
  outagePause: { firstMs: 2, maxMs: 10 },
  pollMs: 20,
} satisfies BusOptions;

/** One test's wire, databases and owner of events; `clear` stops and removes all of it. */
export class ContractBench {
  readonly ledger = new Ledger('catalog');
  readonly registry = new MetricRegistry();
  private readonly buses = new Set<EventBus>();
  private readonly clients = new Set<MongoClient>();

  private constructor(
    private readonly harness: BusHarness,
    private readonly database: TestDatabase,
  ) {}

  static async make(harness: BusHarness): Promise<ContractBench> {
    return new ContractBench(harness, await testDatabase('bus'));
  }

  get db(): Db {
    return this.database.db;
  }

  /** The same database as a process of its own would see it: by a connection that may be cut. */
  async otherConnection(): Promise<{ client: MongoClient; db: Db }> {
    const client = await new MongoClient(this.database.uri, { serverSelectionTimeoutMS: 500 }).connect();
    this.clients.add(client);
    return { client, db: client.db() };
  }

  async start(options: Partial<BusOptions> = {}): Promise<EventBus> {
    const bus = await this.harness.open({
      ...quickOptions,
      metrics: { registry: this.registry },
      ...options,
    });
    bus.registerSource('catalog', this.ledger);
    this.buses.add(bus);
    return bus;
  }

  async join(
    bus: EventBus,
    handlers: Record<string, EventHandler>,
    name: ServiceName = 'storage',
    db = this.db,
  ): Promise<Subscription> {
    return bus.subscribe({ name, db, handlers: new Map(Object.entries(handlers)) });
  }

  /** The value of a metric, summed over all its label sets that contain these labels. */
  async metric(name: string, labels: Record<string, string> = {}): Promise<number> {
    const lines = (await this.registry.text()).split('\n').filter((line) => line.startsWith(`${name}{`));
    const wanted = lines.filter((line) =>
      Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
    );
    return wanted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  async clear(): Promise<void> {
    for (const bus of this.buses) await bus.close();
    for (const client of this.clients) await client.close();
    await this.database.drop();
    await this.harness.dispose();
  }
}
