import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongod } from '@skyshelf/host';
import { Pool } from 'undici';

/**
 * Listings a second by 100 users through the gateway, its service inside or behind a unix socket, against a
 * bare node:http server with the same bytes. Rounds are interleaved, so that a busy machine is busy for all.
 * `node testing/dist/measure/hand-over.js [bytes]`; figures in docs/decisions.
 */
const USERS = 100;
const ROUNDS = 5;
const ROUND_MS = 2000;
const names = ['bare', 'in process', 'unix socket'];

async function perSecond(pool: Pool, token: string): Promise<number> {
  const until = performance.now() + ROUND_MS;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let done = 0;
  const user = async () => {
    while (performance.now() < until) {
      const { body, statusCode } = await pool.request({
        method: 'POST',
        path: '/api/',
        headers,
        body: '{"url":"/"}',
      });
      await body.dump({ limit: 1e9 });
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: USERS }, user));
  return (done * 1000) / ROUND_MS;
}

const folder = mkdtempSync(join(tmpdir(), 'skyshelf-measure-'));
const mongod = await startMongod({ dbPath: join(folder, 'db'), durability: 'scratch' });
process.env.SKYSHELF_TEST_MONGODB_URI = mongod.uri;
const servers = fork(join(import.meta.dirname, 'servers-process.js'), [folder, process.argv[2] ?? '400000'], {
  execArgv: [],
});
const [{ urls, token }] = (await once(servers, 'message')) as [{ urls: string[]; token: string }];
const pools = urls.map((url) => new Pool(url, { connections: USERS }));
const rates: number[][] = pools.map(() => []);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, pool] of pools.entries()) rates[index]?.push(await perSecond(pool, token));
}
const medians = rates.map((each) => each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0);
for (const [index, name] of names.entries()) {
  process.stdout.write(
    `${name}: ${Math.round(medians[index] ?? 0)}/s, ${((medians[index] ?? 0) / (medians[0] ?? 1)).toFixed(2)}× bare\n`,
  );
}
servers.disconnect();
await once(servers, 'exit');
await Promise.all(pools.map((pool) => pool.close()));
await mongod.kill();
rmSync(folder, { recursive: true, force: true });
