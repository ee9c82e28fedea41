import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolder } from '../example/shelf-commands.js';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { codeOf, shelfOf, type ShelfStore } from '../../testing/open-shelf.js';
import { collectionsOf } from './collections.js';

let database: TestDatabase;
let store: ShelfStore;
beforeAll(async () => {
  database = await testDatabase('closed');
  store = await openMongoShelf(database);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

it('refuses commands while an account is being deleted, and goes on when it is not', async () => {
  const shelf = shelfOf(store);
  const { drives } = collectionsOf(database.db);
  await shelf.run(createFolder('A'));
  await drives.updateOne({ _id: shelf.drive }, { $set: { state: 'closing' } });
  expect(await shelf.together([createFolder('B'), createFolder('C')])).toEqual([
    'drive.closed',
    'drive.closed',
  ]);
  await drives.updateOne({ _id: shelf.drive }, { $set: { state: 'open' } });
  await shelf.run(createFolder('D'));
  expect(await shelf.state()).toMatchObject({ version: 2 });
});

it('never opens a deleted drive again, whether it had been used or not', async () => {
  const { drives, closed } = collectionsOf(database.db);
  const used = shelfOf(store);
  const unused = shelfOf(store);
  await used.run(createFolder('A'));
  await closed.insertMany([{ _id: used.drive }, { _id: unused.drive }]);
  await drives.deleteOne({ _id: used.drive });
  expect(await used.run(createFolder('B')).catch(codeOf)).toBe('drive.closed');
  expect(await unused.run(createFolder('B')).catch(codeOf)).toBe('drive.closed');
  expect(await drives.countDocuments({ _id: { $in: [used.drive, unused.drive] } })).toBe(0);
});
