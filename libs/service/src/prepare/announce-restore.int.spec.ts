import type { ServiceName } from '@skyshelf/contracts';
import { runUri, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { announceRestore } from './announce-restore.js';
import type { PreparedService } from './missing-parts.js';

const services: PreparedService[] = [
  { name: 'storage', publishes: true, consumes: ['catalog'] },
  { name: 'catalog', publishes: true, consumes: ['storage'] },
];
const HOUR = 3_600_000;
const copied = new Date('2026-03-01T12:00:00Z');

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase('restored');
});
afterEach(() => database.drop());

const dbOf = (name: string) => database.client.db(database.sibling(`skyshelf_${name}`));
const announce = (restored: ServiceName[], now = copied) =>
  announceRestore(
    services,
    { MONGODB_URI: runUri(), SKYSHELF_DATABASE_PREFIX: `${database.name}_` },
    { restored, now: () => now, signal: new AbortController().signal },
  );
const epochsIn = async (name: string) => {
  const found = await dbOf(name).collection('epochs').find().sort({ _id: 1 }).toArray();
  return Object.fromEntries(found.map(({ _id, epoch }) => [_id, epoch]));
};

it('raises the epoch of the restored services in every database, each time higher', async () => {
  const { epoch } = await announce(['catalog']);
  expect(epoch).toBe(59 * 1440 + 720);
  for (const { name } of services) expect(await epochsIn(name)).toEqual({ catalog: epoch });
  await announce(['catalog', 'storage']);
  for (const { name } of services)
    expect(await epochsIn(name)).toEqual({ catalog: epoch + 1, storage: epoch + 1 });
  const later = await announce(['storage'], new Date(copied.getTime() + 90 * 60_000));
  expect(later.epoch).toBe(epoch + 90);
});

it('lets events of the last hour before the copy go out again, those without order in the new epoch', async () => {
  const event = (_id: string, version: number | null, ageMs: number, pub = true) => ({
    _id,
    version,
    at: new Date(copied.getTime() - ageMs),
    pub,
  });
  const events = dbOf('storage').collection<{ _id: string }>('events');
  await events.insertMany([
    event('old', null, 2 * HOUR),
    event('old, never published', null, 2 * HOUR, false),
    event('late', null, HOUR / 2),
    event('late, in order', 3, 0),
  ]);
  const { epoch, events: again } = await announce(['storage', 'catalog']);
  expect(again).toBe(2);
  const found = await events.find({ pub: false }).sort({ _id: 1 }).toArray();
  expect(found.map(({ _id, ...rest }) => [_id, (rest as { epoch?: number }).epoch])).toEqual([
    ['late', epoch],
    ['late, in order', undefined],
    ['old, never published', epoch],
  ]);
});

it('waits while a restored service may run, and changes nothing', async () => {
  const until = new Date(Date.now() + 60_000);
  await dbOf('catalog')
    .collection<{ _id: string }>('leases')
    .insertOne({ _id: 'relay/member/one', until } as never);
  const stopping = new AbortController();
  const announced = announceRestore(
    services,
    { MONGODB_URI: runUri(), SKYSHELF_DATABASE_PREFIX: `${database.name}_` },
    { restored: ['catalog'], now: () => copied, signal: stopping.signal },
  );
  announced.catch(() => undefined);
  await announce(['storage']);
  stopping.abort();
  await expect(announced).rejects.toThrow('abort');
  expect(await epochsIn('catalog')).not.toHaveProperty('catalog');
});
