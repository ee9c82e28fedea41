import { setTimeout as pause } from 'node:timers/promises';
import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Db, MongoClient } from 'mongodb';
import type { BusOptions } from '../../src/bus-options.js';
import { quietLog } from '../contract/bench.js';
import { drive } from '../contract/ledger.js';
import { Reader } from '../contract/reader.js';
import type { EventBus } from '../../src/port.js';
import { RelayBench } from '../relay-bench.js';
import type { Relay } from '../../src/relay/relay.js';

export const drives = ['ann', 'ben', 'cem', 'dora'].map(drive);
const readers = ['storage', 'media'] as const satisfies ServiceName[];

/** The milliseconds that a drive rests between two commands, so that no backlog grows where a fault lasts long. */
const PACE_MS = 40;

/**
 * The whole way of an event: commands, outbox, relay, bus, and two consumers with effects, each in a database
 * of its own.
 */
export class Pipeline {
  private constructor(
    readonly bench: RelayBench,
    private readonly bus: EventBus,
    private readonly relay: Relay,
  ) {}

  static readerDatabase(client: MongoClient, name: string, reader: ServiceName): Db {
    return client.db(`${name}_${reader}`);
  }

  /** @param replica others may work on the same databases, over the same broker */
  static async start(
    client: MongoClient,
    name: string,
    openBus: (options: BusOptions) => Promise<EventBus>,
    replica: string,
  ): Promise<Pipeline> {
    const bench = await RelayBench.make(client.db(name));
    const bus = await openBus({
      logger: quietLog,
      clock: { now: () => new Date() },
      outagePause: { firstMs: 10, maxMs: 200 },
      pollMs: 200,
    });
    bus.registerSource('catalog', bench.outbox);
    for (const reader of readers) {
      const db = Pipeline.readerDatabase(client, name, reader);
      await bus.subscribe({
        name: reader,
        db,
        handlers: new Map([['catalog.quota.changed', new Reader(db).diary]]),
      });
    }
    const relay = await bench.relay((events) => bus.publish(events), {
      pollMs: 200,
      holder: replica,
      leaseMs: 5_000,
    });
    return new Pipeline(bench, bus, relay);
  }

  /**
   * Writes on all drives until told to stop; what fails is not tried again.
   */
  async writeUntil(stopped: AbortSignal, acknowledged: (drive: DriveId) => void): Promise<void> {
    await Promise.all(
      drives.map(async (each) => {
        while (!stopped.aborted) {
          await this.bench.write(each).then(
            () => acknowledged(each),
            () => pause(20),
          );
          await pause(PACE_MS);
        }
      }),
    );
  }

  async stop(): Promise<void> {
    await this.relay.stop();
    await this.bus.close();
    await this.bench.store.close();
  }
}

/** Compares the consumers' diaries with the stored events: an effect missing, doubled, out of order. */
export async function differences(client: MongoClient, name: string): Promise<string[]> {
  const found: string[] = [];
  const { store } = await RelayBench.make(client.db(name));
  for (const each of drives) {
    const stored = await store.version(each);
    const expected = Array.from({ length: stored }, (_, index) => index + 1).join();
    for (const reader of readers) {
      const versions = (
        await new Reader(Pipeline.readerDatabase(client, name, reader)).versions(each)
      ).join();
      if (versions !== expected)
        found.push(`${reader} has ${versions || 'nothing'} of ${each}, stored are 1 to ${stored}`);
    }
  }
  return found;
}
