import { expect, it } from 'vitest';
import { testDatabase } from './test-database.js';

it('gives each caller an empty database of its own, with transactions, and removes it', async () => {
  const [first, second] = await Promise.all([testDatabase('isolated'), testDatabase('isolated')]);
  await first.client.withSession((session) =>
    session.withTransaction(async () => {
      await first.db.collection('shelf').insertOne({ title: 'only here' }, { session });
    }),
  );
  expect(await first.db.collection('shelf').countDocuments()).toBe(1);
  expect(await second.db.collection('shelf').countDocuments()).toBe(0);

  await first.drop();
  const { databases } = await second.client.db().admin().listDatabases();
  expect(databases.map((database) => database.name)).not.toContain(first.name);
  await second.drop();
});
