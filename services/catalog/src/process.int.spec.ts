import { ConfigError } from '@skyshelf/config';
import { startServiceProcess } from '@skyshelf/service';
import { runUri, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { testKeyFile } from '@skyshelf/tokens/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalog } from './catalog.service.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('catalog_alone');
  database.sibling('skyshelf_catalog');
});
const keys = testKeyFile();
afterAll(async () => {
  keys.remove();
  await database.drop();
});

const environment = () => ({
  MONGODB_URI: runUri(),
  SKYSHELF_DATABASE_PREFIX: `${database.name}_`,
  SKYSHELF_KEYS_FILE: keys.path,
  LOG_LEVEL: 'silent',
});

it('runs as a process of its own, from its settings alone, and stops', async () => {
  const { address, stop } = await startServiceProcess(catalog, { env: environment() });
  const listing = await fetch(`${address}/api/`, {
    method: 'POST',
    body: '{"url":"/"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await listing.json()).toMatchObject({ folderId: 'root', version: 0 });
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  const drives = await fetch(`${address}/internal/drives`, {
    headers: keys.internal,
  });
  expect(await drives.json()).toEqual({ drives: [], total: 0, next: null });
  await stop();
  await expect(fetch(`${address}/health/live`)).rejects.toThrow('fetch failed');
});

it('says what is wrong with its settings', async () => {
  const start = startServiceProcess(catalog, { env: { ...environment(), CATALOG_LISTING_CACHE_MB: 'much' } });
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(/CATALOG_LISTING_CACHE_MB: given "much"/);
});
