import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { MongoClient, type Db } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joined, makeMissing, missingOf, type IndexPlan } from './index-plan.js';

const plan: IndexPlan = {
  blobs: [
    { key: { once: 1 }, unique: true, partialFilterExpression: { finished: { $type: 'date' } } },
    { key: { drive: 1, _id: -1 } },
  ],
  sessions: [{ key: { expires: 1 }, name: 'goes', expireAfterSeconds: 0 }],
  closed: [],
};
const all = ['blobs: once_1', 'blobs: drive_1__id_-1', 'sessions: goes', 'closed'];

let database: TestDatabase;
let db: Db;
beforeEach(async () => {
  database = await testDatabase('plan');
  ({ db } = database);
});
afterEach(() => database.drop());

it('says what is missing and changes nothing; makes it, however many do so at once; then asks alone', async () => {
  expect(await missingOf(db, plan)).toEqual(all);
  expect(await db.listCollections().toArray()).toEqual([]);
  await Promise.all(Array.from({ length: 5 }, () => makeMissing(db, plan)));
  const watched = new MongoClient(database.uri, { monitorCommands: true });
  const commands = new Set<string>();
  watched.on('commandStarted', ({ commandName }) => commands.add(commandName));
  expect(await makeMissing(watched.db(db.databaseName), plan)).toEqual([]);
  await watched.close();
  expect([...commands].filter((each) => /create|drop|insert|update/i.test(each))).toEqual([]);
});

it('makes what a new version adds, and takes one of another form for missing', async () => {
  await makeMissing(db, plan);
  const next = joined(plan, { blobs: [{ key: { expires: 1 } }], closed: [{ key: { at: 1 } }] });
  expect(await makeMissing(db, next)).toEqual(['blobs: expires_1', 'closed: at_1']);
  const other = { sessions: [{ key: { expires: 1 }, name: 'goes', expireAfterSeconds: 60 }] };
  expect(await missingOf(db, other)).toEqual(['sessions: goes']);
  await expect(makeMissing(db, other)).rejects.toThrow(/goes|expireAfterSeconds|options/i);
});

it('builds an index while documents are written', async () => {
  const letters = db.collection('letters');
  await letters.insertMany(Array.from({ length: 20_000 }, (_, at) => ({ at, words: `${at}`.repeat(20) })));
  const building = makeMissing(db, { letters: [{ key: { words: 1 } }] });
  let written = 0;
  let done = false;
  void building.finally(() => (done = true));
  while (!done) {
    await letters.insertOne({ at: -1, words: 'new' });
    written += 1;
  }
  expect(await building).toEqual(['letters: words_1']);
  expect(written).toBeGreaterThan(1);
});
