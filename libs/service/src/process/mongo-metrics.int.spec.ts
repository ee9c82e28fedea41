import { createMetrics, measureMongo, MetricRegistry } from '@skyshelf/telemetry';
import { runUri } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';

it('tells how long commands take, how long they wait for a connection, and how many there are', async () => {
  const registry = new MetricRegistry();
  const client = new MongoClient(runUri(), { maxPoolSize: 1 });
  measureMongo(client, createMetrics('catalog', registry));
  const valueOf = async (sample: string): Promise<number> => {
    const line = (await registry.text()).split('\n').find((each) => each.startsWith(`${sample} `));
    return Number(line?.split(' ').at(-1));
  };
  const connections = (state: string) =>
    valueOf(`skyshelf_mongodb_pool_connections{service="catalog",state="${state}"}`);
  const slow = { $where: 'sleep(120) || true' };
  try {
    await client.db('admin').command({ ping: 1 });
    const calls = [1, 2].map(() => client.db('admin').collection('system.version').findOne(slow));
    await expect.poll(() => connections('used')).toBe(1);
    await Promise.all(calls);
    expect(await valueOf('skyshelf_mongodb_command_duration_seconds_count{service="catalog"}')).toBe(3);
    const took = await valueOf('skyshelf_mongodb_command_duration_seconds_sum{service="catalog"}');
    expect(took).toBeGreaterThan(0.2);
    // The second had to wait for the first.
    expect(await valueOf('skyshelf_mongodb_pool_wait_seconds_sum{service="catalog"}')).toBeGreaterThan(0.1);
    expect([await connections('used'), await connections('idle'), await connections('allowed')]).toEqual([
      0, 1, 1,
    ]);
  } finally {
    await client.close();
  }
  expect(await connections('idle')).toBe(0);
});
