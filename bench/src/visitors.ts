import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { rounded, type Figure } from './figures.js';
import { runK6 } from './k6-run.js';

const VISITORS = 100;
const SECONDS = 30;
const LIMIT_MS = 150;

/** Plans, updates and news for 100 visitors at the same time. */
export async function benchVisitors(skyshelf: LaunchedSkyshelf): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-k6-'));
  try {
    const people = join(folder, 'people.json');
    writeFileSync(people, JSON.stringify([{ token: await skyshelf.token('reader') }]));
    const run = { script: 'visitors.js', url: skyshelf.url, people, folder };
    await runK6({ ...run, rate: 10, seconds: 5 });
    const { p50, p95, errors, requestsPerSecond } = await runK6({
      ...run,
      rate: VISITORS,
      seconds: SECONDS,
    });
    return [
      {
        name: `p95 of plans, updates and news for ${VISITORS} visitors`,
        value: rounded(p95, 1),
        unit: 'ms',
        goal: `≤ ${LIMIT_MS} ms, no error`,
        met: p95 <= LIMIT_MS && errors === 0,
        details: { p50: rounded(p50, 1), requestsPerSecond: rounded(requestsPerSecond, 0), errors },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
