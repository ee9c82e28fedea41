import { ROOT_ID } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBook, createFolder, rename } from '../example/shelf-commands.js';
import { markRead, move, release, remove, reserve } from '../example/shelf-tree-commands.js';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { newOp, shelfOf } from '../../testing/open-shelf.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('indexes');
});
afterAll(() => database.drop());

interface Profiled {
  ns: string;
  planSummary?: string;
  docsExamined?: number;
  nreturned?: number;
  command: unknown;
}

it('finds everything by an index, however much the database holds', async () => {
  const store = await openMongoShelf(database);
  const others = Array.from({ length: 20 }, () => shelfOf(store));
  await Promise.all(
    others.map((shelf) =>
      shelf.together(Array.from({ length: 20 }, (_, i) => addBook({ name: `b${i}`, tags: [`t${i}`] }))),
    ),
  );
  await Promise.all(others.map((shelf) => shelf.run(reserve('r', 1, new Date(0)))));

  const shelf = shelfOf(store);
  await database.db.command({ profile: 2 });
  const opId = newOp();
  await shelf.together([
    createFolder('N', ROOT_ID, 'n'),
    addBook({ name: 'Dune', parentId: 'n', id: 'd', tags: ['sand'] }),
  ]);
  await shelf.run(rename('d', 'Emma'), opId);
  await shelf.run(rename('d', 'Emma'), opId);
  await shelf.together([
    move('d', ROOT_ID),
    markRead(['d', 'zz'], new Date()),
    reserve('a', 1),
    addBook({ name: 'Emma', parentId: 'nowhere' }),
  ]);
  await shelf.run(release('a'));
  const reader = await store.reader(shelf.drive);
  await reader.find({ parentId: ROOT_ID }, { limit: 3 });
  await reader.find({ tags: 'sand' });
  await reader.find({ tags: { prefix: 'sa' } });
  await reader.find({ id: { in: ['d', 'n'] } });
  await reader.find({}, { after: 'd', limit: 2 });
  await reader.count({ tags: { prefix: 'sa' } });
  await reader.count({ tags: 'sand' }, 3);
  await reader.total({ parentId: { in: ['n'] } }, 'size');
  await reader.page({ parentId: 'n', class: 'item' }, { by: 'nameKey', after: 'a', limit: 3 });
  await reader.tally({ tags: { prefix: 's' } }, 'tags', 5);
  await reader.ancestors('d');
  await reader.side('reservations').find({});
  await store.events(shelf.drive, 1, 10);
  await store.dump(shelf.drive);
  for await (const drive of store.drivesWith('reservations', new Date(-1))) expect(drive).toBeUndefined();
  await shelf.run(remove('n'));
  await database.db.command({ profile: 0 });

  const profile = await database.db
    .collection<Profiled>('system.profile')
    .find({ ns: { $not: /system\.profile/u }, planSummary: { $exists: true } })
    .toArray();
  expect(profile.length).toBeGreaterThan(25);
  const scans = profile.filter(
    ({ planSummary }) => !/^(IDHACK|IXSCAN|EOF|COUNT_SCAN)/u.test(planSummary ?? ''),
  );
  expect(scans.map(({ ns, planSummary, command }) => [ns, planSummary, JSON.stringify(command)])).toEqual([]);
  for (const { docsExamined = 0, command } of profile)
    expect(docsExamined, JSON.stringify(command)).toBeLessThan(10);
  await store.close();
});
