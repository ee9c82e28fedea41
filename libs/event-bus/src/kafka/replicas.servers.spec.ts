import type { KafkaAccess } from '@skyshelf/stack';
import { canTest, eventually, testDatabase, testKafka, type TestDatabase } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../testing/contract/bench.js';
import type { EventBus } from '../port.js';
import { KafkaWire } from '../../testing/kafka/kafka-wire.js';
import { ReaderProcess } from '../../testing/kafka/reader-process.js';
import { diarist, Traffic } from '../../testing/kafka/traffic.js';

const MINUTE = 60_000;
/** The limit on a machine that is busy with other things: a process takes longer to start there than any rebalance. */
const BUSY_MS = MINUTE;
const SESSION_MS = 10_000;

describe.skipIf(!(await canTest('kafka')))('replicas of a consumer', () => {
  let kafka: KafkaAccess;
  let database: TestDatabase;
  let wire: KafkaWire;
  let bus: EventBus;
  let traffic: Traffic;
  let client: MongoClient;
  const others: ReaderProcess[] = [];

  beforeAll(async () => {
    kafka = await testKafka();
  }, 3 * MINUTE);
  beforeEach(async () => {
    database = await testDatabase('replicas');
    wire = new KafkaWire(kafka, { partitions: 6 });
    bus = await wire.open({ logger: quietLog, clock: { now: () => new Date() }, joinTimeoutMs: MINUTE });
    client = await new MongoClient(database.uri, { appName: 'replicas' }).connect();
    traffic = new Traffic(bus, database.db, 50);
    bus.registerSource('catalog', traffic.ledger);
    await bus.subscribe(diarist(client.db()));
    traffic.start();
  }, MINUTE);
  afterEach(async () => {
    await traffic.stop();
    await Promise.all(others.splice(0).map((each) => each.kill()));
    await bus.close();
    await client.close();
    await wire.dispose();
    await database.drop();
  }, MINUTE);

  const join = async () => {
    const other = await ReaderProcess.start(database.uri, { ...wire.settings, replica: 'other' });
    others.push(other);
    return other;
  };
  /** How long an event took at most, from the beginning of what happens until the traffic flows again. */
  const delayOf = async (what: () => Promise<unknown>) => {
    await traffic.flows(100);
    const since = new Date();
    await what();
    await traffic.flows(100);
    return traffic.longestDelay(since);
  };
  const say = (figures: object) =>
    process.env['FIGURES'] && process.stderr.write(`${JSON.stringify(figures)}\n`);

  it(
    'share the work again when one comes, leaves or is killed, and lose and double nothing',
    { timeout: 5 * MINUTE },
    async () => {
      const undisturbed = await delayOf(async () => undefined);
      const comes = await delayOf(join);
      const leaves = await delayOf(async () => others[0]?.leave());
      await join();
      const killed = await delayOf(async () => others[1]?.kill());
      say({ undisturbed, comes, leaves, killed });
      await traffic.stop();
      await traffic.flows(0);
      expect(await traffic.problems()).toEqual([]);
      expect(comes).toBeLessThan(BUSY_MS);
      expect(leaves).toBeLessThan(BUSY_MS);
      expect(killed).toBeLessThan(SESSION_MS + BUSY_MS);
    },
  );

  it(
    'lose and double nothing when one is stopped for longer than its session and goes on',
    { timeout: 5 * MINUTE },
    async () => {
      const other = await join();
      await traffic.flows(100);
      other.pause();
      // The others have its work: nothing waits for it any more.
      await traffic.flows(600);
      other.resume();
      await traffic.flows(300);
      await traffic.stop();
      await traffic.flows(0);
      await eventually(async () => expect(await traffic.problems()).toEqual([]));
    },
  );
});
