import type { KafkaAccess } from '@skyshelf/stack';
import { canTest, eventually, testKafka } from '@skyshelf/testing';
import { DomainError, type EventMessage } from '@skyshelf/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listParked, retryParked } from '../consumer/parked.js';
import { ContractBench, quickOptions } from '../../testing/contract/bench.js';
import { drive } from '../../testing/contract/ledger.js';
import { Reader, upTo } from '../../testing/contract/reader.js';
import type { EventHandler } from '../port.js';
import { kafkaClient } from './kafka-client.js';
import type { KafkaBusOptions } from './kafka-settings.js';
import { KafkaWire } from '../../testing/kafka/kafka-wire.js';

const written = 'catalog.page.written';
const sent = 'catalog.letter.sent';
const patient = { timeoutMs: 30_000 };

describe.skipIf(!(await canTest('kafka')))('the bus over Kafka', { timeout: 120_000 }, () => {
  let kafka: KafkaAccess;
  let wire: KafkaWire;
  let bench: ContractBench;
  let reader: Reader;
  const begin = async (settings: Partial<KafkaBusOptions> = {}) => {
    wire = new KafkaWire(kafka, settings);
    bench = await ContractBench.make(wire);
    reader = new Reader(bench.db);
  };
  beforeAll(async () => {
    kafka = await testKafka();
  }, 180_000);
  beforeEach(() => begin());
  afterEach(() => bench.clear());
  const versions = (name: string) => reader.versions(drive(name));

  /** Fails by an outage on a drive, as long as it is told to. */
  const stuckOn =
    (name: string, stuck: () => boolean): EventHandler =>
    async (event, context) => {
      if (event.drive === name && stuck()) throw new DomainError('drive.busy');
      await reader.diary(event, context);
    };

  it('signs in with the password as it is at the time, when it connects again', async () => {
    await bench.clear();
    const { sasl } = kafka;
    let password = 'of yesterday';
    await begin({
      sasl: {
        ...sasl,
        get password() {
          return password;
        },
      },
    });
    const bus = await bench.start();
    await expect(bus.publish(bench.ledger.write(drive('ann'), 1))).rejects.toThrow();
    ({ password } = sasl);
    await bus.publish(bench.ledger.write(drive('ann'), 1));
    await bus.close();
  });

  it('passes other drives of a partition while one is stuck, and writes down only what is passed before it', async () => {
    await bench.clear();
    await begin({ partitions: 1 });
    const bus = await bench.start();
    await bench.join(bus, { [written]: stuckOn('ann', () => true) });
    await bus.publish(bench.ledger.write(drive('ben'), 3));
    await eventually(async () => expect(await wire.committed('storage', 'catalog')).toEqual([3]), patient);
    await bus.publish(bench.ledger.write(drive('ann'), 1));
    await bus.publish(bench.ledger.write(drive('ben'), 20));
    await eventually(async () => expect(await versions('ben')).toEqual(upTo(23)), patient);
    expect(await wire.committed('storage', 'catalog')).toEqual([3]);
    await bus.close();
    expect(await wire.committed('storage', 'catalog')).toEqual([3]);
    const next = await bench.start();
    await bench.join(next, { [written]: reader.diary });
    await eventually(async () => expect(await versions('ann')).toEqual([1]), patient);
    await eventually(async () => expect(await wire.committed('storage', 'catalog')).toEqual([24]), patient);
    expect(await versions('ben')).toEqual(upTo(23));
  });

  it('keeps its place in the group, and loses nothing, while its database is away for longer than a session', async () => {
    await bench.clear();
    await begin({ inHand: 20 });
    const bus = await bench.start();
    let away = true;
    let refused = 0;
    const handler: EventHandler = async (event, context) => {
      if (away) {
        refused += 1;
        throw new DomainError('starting');
      }
      await reader.diary(event, context);
    };
    await bench.join(bus, { [written]: handler });
    // More than are read at once, so that reading pauses as well.
    for (const name of ['ann', 'ben', 'cem', 'dora'])
      for (let round = 0; round < 3; round += 1) await bus.publish(bench.ledger.write(drive(name), 20));
    await eventually(() => refused > 0, patient);
    // A group that has just begun may be shared out twice.
    const before = await bench.metric('skyshelf_bus_rebalances_total');
    const started = performance.now();
    await eventually(() => performance.now() - started > 12_000, { timeoutMs: 20_000 });
    away = false;
    for (const name of ['ann', 'ben', 'cem', 'dora'])
      await eventually(async () => expect(await versions(name)).toEqual(upTo(60)), { timeoutMs: 60_000 });
    expect(await bench.metric('skyshelf_bus_rebalances_total')).toBe(before);
    expect(await bench.metric('skyshelf_bus_reconnects_total')).toBe(0);
    // The last effect is seen a moment before its event is passed.
    await eventually(async () => expect(await bench.metric('skyshelf_bus_lag_events')).toBe(0));
  });

  it('goes on with a drive that another replica has taken up again', async () => {
    const readers = await bench.start({ pollMs: 600_000 });
    let poison = true;
    const handler: EventHandler = async (event, context) => {
      if (poison && event.version === 2) throw new Error('cannot digest this');
      await reader.diary(event, context);
    };
    await bench.join(readers, { [written]: handler });
    await readers.publish(bench.ledger.write(drive('ann'), 4));
    const [parked] = await eventually(async () => {
      const all = await listParked(bench.db);
      return all.length === 1 && all;
    }, patient);
    await readers.publish(bench.ledger.write(drive('ann'), 1));
    await eventually(async () => expect(await listParked(bench.db)).toMatchObject([{ latest: 5 }]), patient);
    poison = false;
    await retryParked(bench.db, parked?.id ?? '');
    // A consumer of the same name that reads nothing: it only looks for requests.
    const other = new KafkaWire(kafka);
    const bus = await other.open({ ...quickOptions, pollMs: 600_000 });
    bus.registerSource('catalog', bench.ledger);
    await bench.join(bus, { [written]: handler });
    await eventually(async () => expect(await versions('ann')).toEqual(upTo(5)), patient);
    await eventually(async () => expect(await listParked(bench.db)).toEqual([]), patient);
    await bus.close();
    await other.dispose();
    await readers.publish(bench.ledger.write(drive('ann'), 1));
    await eventually(async () => expect(await versions('ann')).toEqual(upTo(6)), patient);
  });

  it('lets every replica hear all live events, from the moment it listens', async () => {
    const heard: string[][] = [[], [], []];
    const buses = await Promise.all(heard.map(() => bench.start()));
    buses.forEach((bus, index) => bus.tap([written], ({ id }) => void heard[index]?.push(id)));
    // No one waits until they have joined.
    await buses[0]?.publish(bench.ledger.write(drive('ann'), 2));
    await buses[1]?.publish(bench.ledger.write(drive('ben'), 2));
    const all = bench.ledger.events.map(({ id }) => id).toSorted();
    for (const each of heard)
      await eventually(() => expect([...new Set(each)].toSorted()).toEqual(all), patient);
  });

  it('says when live events are heard, and that Kafka is away when they are not after a while', async () => {
    const bus = await bench.start();
    expect(bus.liveState()).toBe('joined');
    bus.tap([written], () => undefined);
    expect(bus.liveState()).toBe('joining');
    await eventually(() => bus.liveState() === 'joined', patient);
    const group = await wire.admin(async (admin) => {
      const { groups } = await admin.listGroups();
      const live = groups.filter(({ groupId }) => groupId.startsWith(`${wire.settings.topicPrefix}.live.`));
      return admin.describeGroups(live.map(({ groupId }) => groupId));
    });
    expect(group.groups).toMatchObject([{ state: 'Stable', members: [{}] }]);
    const nowhere = new KafkaWire({ ...kafka, brokers: ['127.0.0.1:9'] });
    let now = new Date();
    const lost = await nowhere.open({ ...quickOptions, clock: { now: () => now } });
    lost.tap([written], () => undefined);
    now = new Date(now.getTime() + 14_999);
    expect(lost.liveState()).toBe('joining');
    now = new Date(now.getTime() + 1);
    expect(lost.liveState()).toBe('away');
    await lost.close();
  });

  it('skips and counts what is no event, and goes on behind it', async () => {
    const bus = await bench.start();
    await bench.join(bus, { [written]: reader.diary });
    await bus.publish(bench.ledger.write(drive('ann'), 1));
    const stranger = kafkaClient(wire.settings, quickOptions.logger).producer();
    await stranger.connect();
    for (const partition of [0, 1])
      await stranger.send({ topic: wire.topic('catalog'), messages: [{ partition, value: 'hello' }] });
    await stranger.disconnect();
    await bus.publish(bench.ledger.write(drive('ann'), 1));
    await bus.publish(bench.ledger.write(drive('ben'), 1));
    await eventually(async () => expect(await versions('ann')).toEqual(upTo(2)), patient);
    await eventually(async () => expect(await versions('ben')).toEqual([1]), patient);
    await eventually(
      async () => (await bench.metric('skyshelf_bus_unreadable_total', { service: 'storage' })) === 2,
      patient,
    );
  });

  it('counts as lag what waits on the broker', async () => {
    await bench.clear();
    await begin({ inHand: 20 });
    const bus = await bench.start();
    let away = true;
    await bench.join(bus, { [written]: stuckOn('ann', () => away) });
    await bus.publish(bench.ledger.write(drive('ann'), 20));
    await eventually(async () => (await bench.metric('skyshelf_bus_lag_events')) === 20, patient);
    for (let round = 0; round < 5; round += 1) await bus.publish(bench.ledger.write(drive('ann'), 20));
    await eventually(async () => (await bench.metric('skyshelf_bus_lag_events')) === 120, patient);
    away = false;
    await eventually(async () => (await bench.metric('skyshelf_bus_lag_events')) === 0, patient);
    expect(await bench.metric('skyshelf_bus_assigned_partitions')).toBe(2);
  });

  it('takes nothing after it is closed', async () => {
    const bus = await bench.start();
    await bench.join(bus, { [sent]: reader.diary });
    await bus.close();
    await expect(bus.publish([bench.ledger.writeSingle(drive('ann'))])).rejects.toThrow('closed');
    await expect(bench.join(bus, {})).rejects.toThrow('closed');
    expect(() => bus.tap([sent], (_event: EventMessage) => undefined)).toThrow('closed');
  });
});
