import type { DriveId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCursors, StaleCursorError, placeCursor } from './cursors.js';
import { forgetConsumedEvents } from './forget-drive.js';

describe('the place of a consumer in a drive that was restored', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase('place_cursor');
  });
  afterAll(() => database.drop());

  const now = () => new Date('2026-03-01T12:00:00.000Z');
  const place = (drive: string, version: number) =>
    placeCursor(database.db, { ...reading, drive: drive as DriveId, version }, now);
  const reading = { consumer: 'storage', source: 'catalog' } as const;
  const placesOf = async (drive: string) =>
    Array.fromAsync(readCursors(database.db, { ...reading, drive: drive as DriveId }));

  it('is where it was put', async () => {
    await place('one', 7);
    expect(await placesOf('one')).toEqual([{ drive: 'one', version: 7 }]);
    const document = await database.db.collection('cursors').findOne({ drive: 'one' });
    expect(document).toMatchObject({ _id: 'storage/catalog/one', ...reading, drive: 'one', version: 7 });
  });

  it('of a drive without events is none', async () => {
    await place('empty', 0);
    expect(await placesOf('empty')).toEqual([]);
  });

  it('is not moved where the consumer has one already', async () => {
    await place('two', 3);
    await expect(place('two', 9)).rejects.toBeInstanceOf(StaleCursorError);
    expect(await placesOf('two')).toEqual([{ drive: 'two', version: 3 }]);
  });

  it('is put by one of many who try at once', async () => {
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => place('three', 5)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await placesOf('three')).toEqual([{ drive: 'three', version: 5 }]);
  });

  it('is taken back, of this drive alone, and can be put again', async () => {
    await place('four', 5);
    await forgetConsumedEvents(database.db, { consumer: 'storage', drive: 'four' as DriveId });
    expect([await placesOf('four'), await placesOf('one')]).toEqual([[], [{ drive: 'one', version: 7 }]]);
    await place('four', 2);
    expect(await placesOf('four')).toEqual([{ drive: 'four', version: 2 }]);
  });
});
