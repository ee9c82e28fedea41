import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { provide } from '@skyshelf/stack';
import { z } from 'zod';

/** A script of k6 at one rate. */
export interface K6Run {
  /** Its name in `bench/k6`. */
  script: string;
  url: string;
  /** File of users, as the script wants it. */
  people: string;
  /** The folder of k6's summary. */
  folder: string;
  /** Unit: that of the script: visitors, or steps a second. */
  rate: number;
  seconds: number;
}

export interface K6Result {
  requestsPerSecond: number;
  /** The milliseconds of all requests. */
  p50: number;
  p95: number;
  /** Requests that failed and answers other than 200. */
  errors: number;
  /** Steps that could not begin in time, as too many were under way. */
  dropped: number;
  /** Answers as the script wants them, by its steps. */
  checks: Record<string, number>;
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
    dropped_iterations: counter.optional(),
  }),
  root_group: z.object({ checks: z.array(z.object({ name: z.string(), passes: z.number() })) }),
});

/** @throws {Error} with what k6 printed when it does not run */
export async function runK6({ script, url, people, folder, rate, seconds }: K6Run): Promise<K6Result> {
  const file = resolve(import.meta.dirname, '../k6', script);
  const result = join(folder, `${script}-${rate}.json`);
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
  const { metrics, root_group: root } = summary.parse(JSON.parse(readFileSync(result, 'utf8')));
  return {
    requestsPerSecond: metrics.http_reqs.values.rate,
    p50: metrics.http_req_duration.values.med,
    p95: metrics.http_req_duration.values['p(95)'],
    // Of `http_req_failed` the passes are the requests for which it holds.
    errors: metrics.http_req_failed.values.passes + metrics.checks.values.fails,
    dropped: metrics.dropped_iterations?.values.count ?? 0,
    checks: Object.fromEntries(root.checks.map(({ name, passes }) => [name, passes])),
  };
}
