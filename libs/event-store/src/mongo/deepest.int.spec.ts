import { ROOT_ID } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolder } from '../example/shelf-commands.js';
import { countDepth } from '../example/shelf-tree-commands.js';
import { openMongoShelf } from '../testing/open-mongo-shelf.js';
import { shelfOf } from '../testing/open-shelf.js';
import { collectionsOf } from './collections.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('deepest');
});
afterAll(() => database.drop());

it('how deep a drive is: known to nobody once a process has written it that does not keep it', async () => {
  const store = await openMongoShelf(database);
  const shelf = shelfOf(store);
  const { drives } = collectionsOf(database.db);
  await shelf.run(createFolder('a', ROOT_ID, 'a'));
  expect((await shelf.state()).deepest).toBe(1);

  // As the product of before writes its counters.
  await drives.updateOne({ _id: shelf.drive }, { $inc: { fence: 1, version: 1 } });
  expect((await shelf.state()).deepest).toBeNull();
  await shelf.run(createFolder('b', 'a', 'b'));
  expect((await shelf.state()).deepest).toBeNull();
  await shelf.run(countDepth(2));
  expect((await shelf.state()).deepest).toBe(2);
  await store.close();
});

it('how deep a drive is: known to nobody of one that was made before it was kept', async () => {
  const store = await openMongoShelf(database);
  const shelf = shelfOf(store);
  const { drives } = collectionsOf(database.db);
  await shelf.run(createFolder('a', ROOT_ID, 'a'));
  await drives.updateOne({ _id: shelf.drive }, { $inc: { fence: 1 }, $unset: { deepest: 1, deepestAt: 1 } });
  expect((await shelf.state()).deepest).toBeNull();
  await shelf.run(createFolder('b', 'a'));
  expect((await shelf.state()).deepest).toBeNull();
  await store.close();
});
