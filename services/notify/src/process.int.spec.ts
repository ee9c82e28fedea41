// own modules: counts the requests of a process that has just begun
import { ConfigError } from '@skyshelf/config';
import { startServiceProcess } from '@skyshelf/service';
import { runUri, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { testKeyFile } from '@skyshelf/tokens/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notify } from './notify.service.js';

let database: TestDatabase;
let prefix: string;
beforeAll(async () => {
  database = await testDatabase('alone');
  prefix = `${database.name}_`;
  database.sibling('skyshelf_notify');
});
const keys = testKeyFile();
afterAll(async () => {
  keys.remove();
  await database.drop();
});

const environment = () => ({
  MONGODB_URI: runUri(),
  SKYSHELF_DATABASE_PREFIX: prefix,
  SKYSHELF_KEYS_FILE: keys.path,
  LOG_LEVEL: 'silent',
  NOTIFY_UPDATES_SHOWN: '2',
});

it('runs as a process of its own, from its settings alone, and stops', async () => {
  const { address, stop, service } = await startServiceProcess(notify, { env: environment() });
  const answer = await fetch(`${address}/api/news/updates`, { method: 'POST' });
  expect(((await answer.json()) as { docs: unknown[] }).docs).toHaveLength(2);
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  const metrics = await fetch(`${address}/metrics`, {
    headers: keys.internal,
  });
  expect(await metrics.text()).toMatch(
    /skyshelf_http_requests_total\{service="notify",method="POST",route="\/api\/news\/updates",status="200"\} 1/,
  );
  await stop();
  await expect(fetch(`${address}/health/live`)).rejects.toThrow('fetch failed');
  expect(service.name).toBe('notify');
});

it('says everything that is wrong with its settings at once, and opens nothing', async () => {
  const start = startServiceProcess(notify, {
    env: {
      ...environment(),
      MONGODB_URI: 'postgres://bob:hunter2@db/x',
      SKYSHELF_PEERS: 'gateway',
      NOTIFY_UPDATES_SHOWN: 'all',
    },
  });
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(
    /3 settings are wrong[^]*MONGODB_URI[^]*SKYSHELF_PEERS: given "gateway"[^]*NOTIFY_UPDATES_SHOWN: given "all"/,
  );
  await expect(start).rejects.not.toThrow('hunter2');
});
