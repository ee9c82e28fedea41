import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { apiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { rounded, type Figure } from './figures.js';
import { runK6, type K6Result } from './k6-run.js';
import { fillReaders } from './listing-load.js';

const LIMIT_MS = 200;

export interface Everyday {
  users: number;
  /** Links in the root of each. */
  items: number;
  /** Unit: steps a second. */
  rate: number;
  seconds: number;
}

/** Users browse, upload, rename and paste at a steady rate, by k6. */
export async function runEveryday(skyshelf: LaunchedSkyshelf, load: Everyday): Promise<K6Result> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-k6-'));
  try {
    const readers = await fillReaders(skyshelf, load.users, load.items);
    for (const { token } of readers) {
      const client = apiClient(skyshelf.url, token);
      const obj = { linkname: 'Copies', linktype: 'folder' };
      await client.call(routes.addElement, { body: { url: '/', obj } });
      client.close();
    }
    const people = join(folder, 'people.json');
    writeFileSync(people, JSON.stringify(readers));
    const run = { script: 'everyday.js', url: skyshelf.url, people, folder };
    await runK6({ ...run, rate: Math.ceil(load.rate / 4), seconds: Math.min(5, load.seconds) });
    return await runK6({ ...run, rate: load.rate, seconds: load.seconds });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function benchEveryday(skyshelf: LaunchedSkyshelf): Promise<Figure[]> {
  const load = { users: 50, items: 100, rate: 100, seconds: 30 };
  const { p50, p95, errors, dropped, requestsPerSecond } = await runEveryday(skyshelf, load);
  return [
    {
      name: `p95 of ${load.rate} steps a second by ${load.users} users: browse, upload, rename, paste`,
      value: rounded(p95, 1),
      unit: 'ms',
      goal: `≤ ${LIMIT_MS} ms, no error`,
      met: p95 <= LIMIT_MS && errors === 0 && dropped === 0,
      details: {
        p50: rounded(p50, 1),
        requestsPerSecond: rounded(requestsPerSecond, 0),
        errors,
        dropped,
      },
    },
  ];
}
