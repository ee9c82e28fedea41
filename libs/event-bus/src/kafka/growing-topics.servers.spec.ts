import { canTest, eventually, testDatabase, testKafka, type TestDatabase } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../testing/contract/bench.js';
import type { EventBus } from '../port.js';
import { drive, Ledger } from '../../testing/contract/ledger.js';
import { EventProducer } from './event-producer.js';
import { kafkaClient } from './kafka-client.js';
import { partitionOf } from './partition-queue.js';
import { KafkaWire } from '../../testing/kafka/kafka-wire.js';
import { diarist, Traffic } from '../../testing/kafka/traffic.js';

const MINUTE = 60_000;
const options = { logger: quietLog, clock: { now: () => new Date() }, joinTimeoutMs: MINUTE };

describe.skipIf(!(await canTest('kafka')))('a topic that grows under traffic', () => {
  let database: TestDatabase;
  let wire: KafkaWire;
  const buses: EventBus[] = [];

  beforeEach(async () => {
    const kafka = await testKafka();
    database = await testDatabase('growing');
    wire = new KafkaWire(kafka, { partitions: 2 });
  }, 3 * MINUTE);
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    await wire.dispose();
    await database.drop();
  }, MINUTE);

  const open = async (partitions: number) => {
    const bus = await wire.open({ ...options, partitions });
    buses.push(bus);
    return bus;
  };

  it('acknowledges nothing for a partition that the producer does not know yet', async () => {
    const ledger = new Ledger();
    const small = await open(2);
    await small.publish(ledger.write(drive('first')));
    const of = Array.from({ length: 20 }, (_, n) => `drive-${n}`).find((name) => partitionOf(name, 6) === 5);
    const events = ledger.write(drive(of ?? ''));
    const grown = { ensure: async () => 6, forget: () => undefined };
    const producer = new EventProducer(kafkaClient(wire.settings, quietLog), wire.settings, grown, quietLog);
    try {
      await expect(producer.publish(events)).rejects.toThrow('not stored');
      await wire.admin((admin) =>
        admin.createPartitions({ topicPartitions: [{ topic: wire.topic('catalog'), count: 6 }] }),
      );
      await eventually(() => producer.publish(events));
      // Not all brokers may know the partition's leader yet.
      const ends = await eventually(() =>
        wire.admin((admin) => admin.fetchTopicOffsets(wire.topic('catalog'))),
      );
      expect(ends.find(({ partition }) => partition === 5)?.high).toBe('1');
    } finally {
      await producer.close();
    }
  });

  it(
    'loses and doubles nothing and keeps the order, though processes know different sizes of it',
    { timeout: 4 * MINUTE },
    async () => {
      const small = await open(2);
      let publish = (events: Parameters<EventBus['publish']>[0]) => small.publish(events);
      const traffic = new Traffic({ publish: (events) => publish(events) }, database.db, 50);
      small.registerSource('catalog', traffic.ledger);
      await small.subscribe(diarist(database.db));
      traffic.start();
      try {
        await traffic.flows(100);
        const large = await open(6);
        let turn = 0;
        // Those of one drive go to one partition or another from now on.
        publish = (events) => ((turn += 1) % 2 === 0 ? small : large).publish(events);
        await traffic.flows(400);
      } finally {
        await traffic.stop();
      }
      await traffic.flows(0);
      expect(await traffic.problems()).toEqual([]);
      const ends = await wire.admin((admin) => admin.fetchTopicOffsets(wire.topic('catalog')));
      const highs = ends.toSorted((a, b) => a.partition - b.partition).map(({ high }) => Number(high));
      expect(highs).toHaveLength(6);
      expect(highs.slice(2).some((high) => high > 0)).toBe(true);
      const committed = async () => (await wire.committed('storage', 'catalog')).map((at) => Math.max(0, at));
      await eventually(async () => expect(await committed()).toEqual(highs), { timeoutMs: 30_000 });
    },
  );
});
