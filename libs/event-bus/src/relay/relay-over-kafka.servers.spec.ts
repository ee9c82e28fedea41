import { canTest, eventually, testDatabase, testKafka, type TestDatabase } from '@skyshelf/testing';
import { MetricRegistry } from '@skyshelf/telemetry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quickOptions } from '../../testing/contract/bench.js';
import { drive } from '../../testing/contract/ledger.js';
import { Reader, upTo } from '../../testing/contract/reader.js';
import { KafkaWire } from '../../testing/kafka/kafka-wire.js';
import type { EventBus } from '../port.js';
import { RelayBench } from '../../testing/relay-bench.js';
import type { Relay } from './relay.js';

describe.skipIf(!(await canTest('kafka')))('relays over Kafka', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let wire: KafkaWire;
  let bench: RelayBench;
  let bus: EventBus;
  let reader: Reader;
  const registry = new MetricRegistry();
  const relays: Relay[] = [];

  beforeEach(async () => {
    wire = new KafkaWire(await testKafka());
    database = await testDatabase('relay');
    bench = await RelayBench.make(database.db);
    bus = await wire.open({ ...quickOptions, metrics: { registry } });
    const readerDb = database.client.db(database.sibling('reader'));
    reader = new Reader(readerDb);
    bus.registerSource('catalog', bench.outbox);
    await bus.subscribe({
      name: 'storage',
      db: readerDb,
      handlers: new Map([['catalog.quota.changed', reader.diary]]),
    });
  }, 180_000);
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop({ drainMs: 0 })));
    await bus.close();
    await bench.store.close();
    await wire.dispose();
    await database.drop();
  }, 60_000);

  const patient = { timeoutMs: 30_000 };
  const effects = () => reader.versions(drive('ann'));

  it('do no harm when one sleeps past its lease: what it publishes then is recognised', async () => {
    const asleep = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    // For a process that is stopped no time passes: it believes that it still holds its leases.
    const fellAsleep = new Date();
    const sleeper = await bench.relay(
      async (events) => {
        reading.resolve();
        await asleep.promise;
        await bus.publish(events);
      },
      { holder: 'sleeper', leaseMs: 1_000, clock: { now: () => fellAsleep } },
    );
    await bench.write(drive('ann'), 2);
    await reading.promise;
    relays.push(
      await bench.relay((events) => bus.publish(events), { holder: 'awake', leaseMs: 200, pollMs: 10 }),
    );
    await eventually(async () => expect(await effects()).toEqual([1, 2]), patient);
    await bench.write(drive('ann'), 1);
    await eventually(async () => expect(await effects()).toEqual([1, 2, 3]), patient);
    asleep.resolve();
    await sleeper.stop();
    const repeats = async () => {
      const lines = (await registry.text()).split('\n');
      const repeated = lines.find(
        (line) => line.startsWith('skyshelf_bus_events_total') && line.includes('"repeated"'),
      );
      return Number(repeated?.split(' ').at(-1) ?? 0);
    };
    await eventually(async () => (await repeats()) >= 1, patient);
    await bench.write(drive('ann'), 1);
    await eventually(async () => expect(await effects()).toEqual(upTo(4)), patient);
    expect(reader.calls).toHaveLength(4);
  });

  it('share the work of a service: every event has its effect once and in order', async () => {
    const drives = Array.from({ length: 20 }, (_, index) => drive(`drive${index}`));
    const working = new Set<string>();
    // A process that publishes nothing itself.
    const writer = await RelayBench.make(database.db);
    for (const holder of ['one', 'two', 'three']) {
      const publish = async (events: Parameters<EventBus['publish']>[0]) => {
        working.add(holder);
        await bus.publish(events);
      };
      relays.push(await bench.relay(publish, { holder, leaseMs: 2_000, pollMs: 50, lateMs: 0 }));
    }
    await eventually(async () => {
      await Promise.allSettled(drives.map((each) => writer.write(each)));
      return working.size === 3;
    }, patient);
    for (const each of drives)
      await eventually(
        async () => expect(await reader.versions(each)).toEqual(upTo(await bench.store.version(each))),
        patient,
      );
    await eventually(async () => (await bench.depth()) === 0, patient);
    await writer.store.close();
  });
});
