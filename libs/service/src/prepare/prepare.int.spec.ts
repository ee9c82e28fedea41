import { jobsPlan } from '@skyshelf/jobs';
import { createLogger } from '@skyshelf/telemetry';
import { runUri, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PreparedService, waitUntilPrepared } from './missing-parts.js';
import { prepareInstallation } from './prepare-installation.js';

const notify: PreparedService = {
  name: 'notify',
  publishes: false,
  consumes: ['gateway'],
  indexes: async () => ({ indexes: { ...jobsPlan(), mails: [{ key: { drive: 1 } }] } }),
};
const media: PreparedService = { name: 'media', publishes: true, consumes: [] };
const services = [notify, media];

let database: TestDatabase;
let env: Record<string, string>;
beforeEach(async () => {
  database = await testDatabase('prepare');
  env = { MONGODB_URI: runUri(), SKYSHELF_DATABASE_PREFIX: `${database.name}_` };
});
afterEach(() => database.drop());

const databaseOf = (name: string) => database.client.db(database.sibling(`skyshelf_${name}`));
const prepare = (check = false) => {
  const { signal } = new AbortController();
  return prepareInstallation(services, env, { check, tell: () => undefined, signal });
};

it('says what is missing, makes it once, and finds nothing to do the next time', async () => {
  const { missing, left } = await prepare(true);
  expect(left).toEqual(missing);
  expect(missing).toContain(`${database.name}_skyshelf_notify: mails: drive_1`);
  expect(missing).toContain(`${database.name}_skyshelf_notify: seen: expiry`);
  expect(missing).toContain(`${database.name}_skyshelf_media: events: unpublished`);
  expect(await databaseOf('notify').listCollections().toArray()).toEqual([]);
  expect(await prepare()).toEqual({ missing, left: [] });
  expect(await prepare()).toEqual({ missing: [], left: [] });
});

it('a service that is told to waits until all is there, names what is missing, and makes nothing', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const warn = vi.spyOn(logger, 'warn');
  let goesOn = false;
  const waiting = waitUntilPrepared(notify, { db: databaseOf('notify'), logger }, env);
  void waiting.then(() => (goesOn = true));
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  expect(warn).toHaveBeenCalledWith(
    { missing: expect.arrayContaining([`${database.name}_skyshelf_notify: mails: drive_1`]) },
    expect.stringContaining('skyshelf prepare'),
  );
  expect([goesOn, await databaseOf('notify').listCollections().toArray()]).toEqual([false, []]);
  await prepare();
  await waiting;
  expect(warn).toHaveBeenCalledTimes(1);
});

it('takes the address of a service that has one of its own', async () => {
  env = { ...env, MONGODB_URI_NOTIFY: runUri(), MONGODB_URI: '' };
  await expect(prepare(true)).rejects.toThrow('MONGODB_URI: given');
  env = { ...env, MONGODB_URI_MEDIA: runUri() };
  expect((await prepare()).left).toEqual([]);
});

it('says which setting is wrong', async () => {
  env = { MONGODB_URI_FILE: '/nowhere/uri' };
  await expect(prepare()).rejects.toThrow(`MONGODB_URI_FILE: given "/nowhere/uri", which can't be read`);
});
