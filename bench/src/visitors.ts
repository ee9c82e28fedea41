import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { provide } from '@skyshelf/stack';
import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { z } from 'zod';
import { rounded, type Figure } from './figures.js';

const file = resolve(import.meta.dirname, '../k6/visitors.js');
const VISITORS = 100;
const SECONDS = 30;
const LIMIT_MS = 150;

/** Plans, updates and news for 100 visitors at the same time. */
export async function benchVisitors(skyshelf: LaunchedSkyshelf): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-k6-'));
  try {
    const people = join(folder, 'people.json');
    writeFileSync(people, JSON.stringify([{ token: await skyshelf.token('reader') }]));
    const mix = { url: skyshelf.url, people, folder };
    await runMix({ ...mix, rate: 10, seconds: 5 });
    const { p50, p95, errors, requestsPerSecond } = await runMix({
      ...mix,
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

/** The steps of k6 at one rate. */
interface Mix {
  url: string;
  /** File of users, as the script wants it. */
  people: string;
  /** The folder of k6's summary. */
  folder: string;
  /** Unit: steps a second. */
  rate: number;
  seconds: number;
}

interface MixResult {
  requestsPerSecond: number;
  /** The milliseconds of all requests. */
  p50: number;
  p95: number;
  /** Requests that failed and answers other than 200. */
  errors: number;
}

const trend = z.object({ values: z.object({ med: z.number(), 'p(95)': z.number() }) });
const rateOf = z.object({ values: z.object({ passes: z.number(), fails: z.number() }) });
const counter = z.object({ values: z.object({ count: z.number(), rate: z.number() }) });
const summary = z.object({
  metrics: z.object({
    http_reqs: counter,
    http_req_duration: trend,
    http_req_failed: rateOf,
    checks: rateOf,
  }),
});

/** @throws {Error} with what k6 printed when it does not run */
async function runMix({ url, people, folder, rate, seconds }: Mix): Promise<MixResult> {
  const result = join(folder, `k6-${rate}.json`);
  const child = spawn(await provide('k6'), ['run', '--quiet', '--no-usage-report', '--no-color', file], {
    env: {
      ...process.env,
      SKYSHELF_URL: url,
      PEOPLE: people,
      RATE: String(rate),
      SECONDS: String(seconds),
      RESULT: result,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`k6 ended with ${code}:\n${printed}`);
  const { metrics } = summary.parse(JSON.parse(readFileSync(result, 'utf8')));
  return {
    requestsPerSecond: metrics.http_reqs.values.rate,
    p50: metrics.http_req_duration.values.med,
    p95: metrics.http_req_duration.values['p(95)'],
    // Of `http_req_failed` the passes are the requests for which it holds.
    errors: metrics.http_req_failed.values.passes + metrics.checks.values.fails,
  };
}
