import { ROOT_ID } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBook, createFolder, rename } from '../example/shelf-commands.js';
import { move, remove } from '../example/shelf-tree-commands.js';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { RETIRE_MS } from './generation.js';
import { codeOf, newDrive, newOp, shelfOf, type ShelfStore } from '../../testing/open-shelf.js';

let database: TestDatabase;
let here: ShelfStore;
let there: ShelfStore;
let retries = 0;

beforeAll(async () => {
  database = await testDatabase('processes');
  const onRetry = () => (retries += 1);
  [here, there] = [await openMongoShelf(database, { onRetry }), await openMongoShelf(database, { onRetry })];
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

const both = () => {
  const drive = newDrive();
  return [shelfOf(here, drive), shelfOf(there, drive)] as const;
};

it('sees at once what another process did, also of rows and counters it remembers', async () => {
  const [a, b] = both();
  const { id } = await a.run(createFolder('Novels'));
  const book = await a.run(addBook({ name: 'Dune', parentId: id, size: 5 }));
  await b.run(rename(id, 'Poems'));
  await b.run(move(book.id, ROOT_ID));
  await b.run(remove(id));
  expect(await a.run(addBook({ name: 'Emma', parentId: id })).catch(codeOf)).toBe('folder.not-found');
  expect(await a.run(createFolder('Poems')).catch(codeOf)).not.toBe('name.exists');
  await a.run(addBook({ name: 'Emma', size: 2 }));
  expect(await b.state()).toMatchObject({ version: 7, used: 7, count: 3 });
  expect(await here.dump(a.drive)).toBe(await there.replay(a.drive));
});

it('knows which drives another process writes too', async () => {
  const [[a, b], [c]] = [both(), both()];
  for (const [index, each] of [a, b, a, c, c].entries()) await each.run(createFolder(`f${index}`));
  expect([here.isContested(a.drive), here.isContested(c.drive)]).toEqual([true, false]);
});

it('refuses by what is true, not by what it remembers', async () => {
  const [a, b] = both();
  const { id } = await a.run(createFolder('Novels'));
  await a.run(rename(id, 'Poems'));
  await b.run(rename(id, 'Novels'));
  expect(await a.run(rename(id, 'Poems'))).toEqual({ renamed: 1 });
  await b.run(remove(id));
  expect(await a.run(rename(id, 'Poems')).catch(codeOf)).toBe('element.not-found');
});

it('answers a command that another process has carried out', async () => {
  const [a, b] = both();
  const opId = newOp();
  const outcomes = await Promise.all(
    [a, b, a, b].map((each) => each.run(addBook({ name: 'Dune', blind: true }), opId)),
  );
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
  expect(await a.names(ROOT_ID)).toEqual(['Dune']);
});

it('lets only one of many have a name, wherever they come in', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = both();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? a : b).run(createFolder('Novels')).catch(codeOf)),
    );
    expect(outcomes.filter((each) => each === 'name.exists')).toHaveLength(19);
  }
});

it('never leaves a child without its folder, nor a cycle', async () => {
  for (let round = 0; round < 15; round += 1) {
    const [a, b] = both();
    await a.together([createFolder('X', ROOT_ID, 'x'), createFolder('Y', ROOT_ID, 'y')]);
    await Promise.allSettled([
      a.run(move('x', 'y')),
      b.run(move('y', 'x')),
      a.run(addBook({ name: 'Dune', parentId: 'x' })),
      b.run(remove('x')),
    ]);
    const rows = await (await here.reader(a.drive)).find({});
    const reader = await there.reader(a.drive);
    for (const { id } of rows) expect(await reader.ancestors(id), id).not.toBeNull();
    expect(await here.dump(a.drive)).toBe(await here.replay(a.drive));
  }
});

it('keeps within the quota', async () => {
  const [a, b] = both();
  await a.run(addBook({ name: 'Nearly all', size: 999_990 }));
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      (i % 2 ? a : b).run(addBook({ name: `b${i}`, size: 1 })).catch(codeOf),
    ),
  );
  expect(outcomes.filter((each) => each === 'space.exceeded')).toHaveLength(20);
  expect(await b.state()).toMatchObject({ used: 1_000_000, count: 11 });
});

it('gets through though both write one drive all the time, without a storm of retries', async () => {
  const [a, b] = both();
  retries = 0;
  const commands = 200;
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < commands / 8; i += 1)
        await (writer % 2 ? a : b).run(createFolder(`${writer}-${i}`));
    }),
  );
  expect(await a.state()).toMatchObject({ version: commands, count: commands });
  expect(retries).toBeLessThan(commands);
  const versions = (await here.events(a.drive, 0, 1000)).map(({ version }) => version);
  expect(versions).toEqual(Array.from({ length: commands }, (_, i) => i + 1));
});

it('carries out the others when one of several drives in a shared transaction was written elsewhere', async () => {
  const shelves = Array.from({ length: 6 }, both);
  await Promise.all(shelves.map(([a]) => a.run(createFolder('first'))));
  await Promise.all(shelves.filter((_, i) => i % 2 === 0).map(([, b]) => b.run(createFolder('theirs'))));
  await Promise.all(shelves.map(([a]) => a.run(createFolder('ours'))));
  for (const [index, [a]] of shelves.entries()) {
    expect(await a.names(ROOT_ID)).toEqual(index % 2 === 0 ? ['first', 'ours', 'theirs'] : ['first', 'ours']);
    expect(await here.dump(a.drive)).toBe(await here.replay(a.drive));
  }
});

it('takes up the new generation after another process has rebuilt the drive, readers too', async () => {
  const [a, b] = both();
  const other = await openMongoShelf(database, { retireMs: RETIRE_MS });
  await a.run(createFolder('Novels', ROOT_ID, 'n'));
  await b.run(addBook({ name: 'Dune', parentId: 'n' }));
  const reader = await here.reader(a.drive);
  const writing = Promise.all(Array.from({ length: 40 }, (_, i) => a.run(createFolder(`f${i}`, 'n'))));
  const rebuilding = other.rebuild(a.drive);
  await writing;
  let reads = 0;
  let done = false;
  void rebuilding.finally(() => (done = true));
  for (; !done; reads += 1) expect(await reader.get('n')).not.toBeNull();
  await rebuilding;
  expect(reads).toBeGreaterThan(100);
  await a.run(createFolder('after', 'n'));
  expect(await a.names('n')).toHaveLength(42);
  expect((await reader.find({ parentId: ROOT_ID })).map(({ name }) => name)).toEqual(['Novels']);
  expect(await here.dump(a.drive)).toBe(await here.replay(a.drive));
});

it('is rebuilt by many at once, each seen through, and the drive stays whole', async () => {
  const [a] = both();
  await a.together(Array.from({ length: 30 }, (_, i) => createFolder(`f${i}`)));
  const whole = await here.replay(a.drive);
  // Rows of a former generation stay for a moment: in it another rebuild turns the drive on.
  const slow = await openMongoShelf(database, { retireMs: 400 });
  const rebuilds = [slow, here, slow, there].map(async (store) => {
    for (let turn = 0; turn < 3; turn += 1)
      expect(await store.rebuild(a.drive)).toMatchObject({ version: 30 });
  });
  await Promise.all(rebuilds);
  expect(await a.names(ROOT_ID)).toHaveLength(30);
  expect(await here.dump(a.drive)).toBe(whole);
  await here.rebuild(a.drive);
  expect(
    await database.db.collection('elements').countDocuments({ _id: { $regex: `^${a.drive}:` } as never }),
  ).toBe(30);
});
