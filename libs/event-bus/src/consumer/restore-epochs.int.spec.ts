import type { EventMessage } from '@skyshelf/contracts';
import { writeEpoch } from '@skyshelf/event-store';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quickOptions } from '../../testing/contract/bench.js';
import { drive, Ledger } from '../../testing/contract/ledger.js';
import { Reader } from '../../testing/contract/reader.js';
import { resync } from '../resync.js';
import type { DurableConsumer } from './durable-consumer.js';
import { makeConsumer } from './make-consumer.js';
import { listParked } from './parked.js';

const ann = drive('ann');
const EPOCH = 7;

let database: TestDatabase;
let owner: Ledger;
let reader: Reader;
let consumer: DurableConsumer;

const start = async (): Promise<void> => {
  consumer = makeConsumer(
    {
      name: 'storage',
      db: database.db,
      handlers: new Map([
        ['catalog.page.written', reader.diary],
        ['catalog.letter.sent', reader.diary],
      ]),
    },
    quickOptions,
    { sourceOf: () => owner, backlog: () => null },
  );
  await consumer.start();
};
beforeEach(async () => {
  database = await testDatabase('epochs');
  owner = new Ledger();
  reader = new Reader(database.db);
  await start();
});
afterEach(async () => {
  await consumer.stop();
  await database.drop();
});

const fromBroker = (...events: EventMessage[]) => consumer.deliverFromBroker(events);
const ids = (...versions: string[]) => versions.map((version) => `catalog:ann:${version}`);

/** All databases, copied when the owner had two events and the consumer had passed `passed` of them. */
async function afterRestore(passed: number) {
  const before = owner.write(ann, 2);
  const letter = owner.writeSingle(ann);
  await consumer.deliver(before.slice(0, passed));
  await consumer.stop();
  const lost = [...owner.write(ann, 3), owner.writeSingle(ann)];
  owner.restore(3, EPOCH);
  await writeEpoch(database.db, ['catalog'], EPOCH);
  await start();
  return { before, letter, lost };
}

describe('after all databases were restored, and Kafka went on', () => {
  it('an event of before takes the place of no new one, whichever comes first', async () => {
    const { lost } = await afterRestore(2);
    await fromBroker(...lost);
    expect(await reader.ids(ann)).toEqual(ids('1', '2'));
    const now = owner.write(ann, 2);
    await fromBroker(...lost, ...now, ...lost);
    expect(await reader.ids(ann)).toEqual(ids('1', '2', '3:7', '4:7'));
    expect(await listParked(database.db)).toEqual([]);
  });

  it('an event of before brings what its owner still has', async () => {
    const { lost } = await afterRestore(1);
    await fromBroker(...lost);
    expect(await reader.ids(ann)).toEqual(ids('1', '2'));
  });

  it('a gap before a new event is filled from the owner', async () => {
    await afterRestore(1);
    await fromBroker(...owner.write(ann, 2).slice(1));
    expect(await reader.ids(ann)).toEqual(ids('1', '2', '3:7', '4:7'));
  });

  it('of events without order those of before are left', async () => {
    const { letter } = await afterRestore(2);
    await fromBroker(letter, owner.writeSingle(ann));
    expect(await reader.ids(ann)).toEqual([...ids('1', '2'), 'catalog-letter-3']);
  });
});

describe("after the owner's database alone was restored", () => {
  const lose = async (count: number, kept: number) => {
    await consumer.deliver(owner.write(ann, count));
    owner.restore(kept, EPOCH);
    await writeEpoch(database.db, ['catalog'], EPOCH);
  };

  it('a consumer that had passed lost events goes back to what both have, and takes the new ones', async () => {
    await lose(9, 5);
    await fromBroker(...owner.write(ann, 2));
    expect((await reader.ids(ann)).slice(9)).toEqual(ids('6:7', '7:7'));
    await fromBroker(...owner.write(ann));
    expect((await reader.ids(ann)).slice(9)).toEqual(ids('6:7', '7:7', '8:7'));
  });

  it('also when nothing of the drive is left', async () => {
    await lose(3, 0);
    await fromBroker(...owner.write(ann));
    expect((await reader.ids(ann)).slice(3)).toEqual(ids('1:7'));
  });

  it('`resync` sets it back, though nothing new has come', async () => {
    await lose(4, 2);
    await resync({ consumer, source: owner });
    const cursor = await database.db.collection('cursors').findOne({ drive: ann });
    expect(cursor).toMatchObject({ version: 2, event: { version: 2, epoch: 0 } });
  });

  it('an event of an epoch that was not heard of is taken for the current one', async () => {
    await consumer.deliver(owner.write(ann, 3));
    const lost = owner.write(ann);
    owner.restore(2, EPOCH);
    const now = owner.write(ann, 2);
    await fromBroker(...now.slice(0, 1), ...lost, ...now.slice(1));
    expect((await reader.ids(ann)).slice(3)).toEqual(ids('3:7', '4:7'));
  });
});

it('a cursor of the version before, which knows no epochs, stands for events of the first one', async () => {
  await consumer.deliver(owner.write(ann, 3));
  await consumer.stop();
  await database.db.collection('cursors').updateMany({}, { $unset: { event: 1 } });
  owner.restore(2, EPOCH);
  await writeEpoch(database.db, ['catalog'], EPOCH);
  await start();
  await fromBroker(...owner.write(ann, 2));
  expect((await reader.ids(ann)).slice(3)).toEqual(ids('3:7', '4:7'));
});
