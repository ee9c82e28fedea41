import { apiClient, type LaunchedSkyshelf, type ProductMode } from '@skyshelf/testing';
import { routes } from '@skyshelf/contracts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.js';
import { rounded } from './figures.js';
import { runMix, type MixResult } from './k6-run.js';
import { inParallel } from './load.js';
import { watchProcessors } from './processor-use.js';

const USERS = 50;
const ITEMS_EACH = 20;
/** Of the knee: what an installation should bear with ease. */
const EASE = 0.6;
const LIMIT_MS = 200;

export interface KneeOptions {
  firstRate?: number;
  growth?: number;
  stepSeconds?: number;
  easeSeconds?: number;
}

/**
 * Raises the rate of browsing, renaming and uploading until the 95th percentile passes 200 ms, an error
 * comes, or steps are dropped, twice in a row; then runs at 60 % of the last rate that was good, where
 * nothing of that may happen.
 */
export async function benchKnee(
  skyshelf: LaunchedSkyshelf,
  mode: ProductMode,
  { firstRate = 20, growth = 1.4, stepSeconds = 15, easeSeconds = 45 }: KneeOptions = {},
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-k6-'));
  try {
    const people = join(folder, 'people.json');
    writeFileSync(people, JSON.stringify(await furnish(skyshelf)));
    const mix = { url: skyshelf.url, script: 'browse-upload-rename.js', folder } as const;
    const run = (rate: number, seconds: number, strict = false) =>
      measured(skyshelf, { ...mix, people, rate, seconds, strict });
    await run(firstRate, 5);
    const steps: Step[] = [];
    for (let rate = firstRate; ; rate *= growth) {
      const step = await goodStep(() => run(Math.round(rate), stepSeconds));
      if (!step) break;
      steps.push(step);
    }
    const knee = steps.at(-1)?.rate ?? 0;
    const ease = await run(Math.max(1, Math.round(knee * EASE)), easeSeconds, true);
    print(ease);
    return [kneeFigure(mode, knee, steps), easeFigure(mode, ease)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Step {
  rate: number;
  result: MixResult;
  processors: Record<string, number>;
}

async function measured(skyshelf: LaunchedSkyshelf, mix: Parameters<typeof runMix>[0]): Promise<Step> {
  const stop = await watchProcessors(skyshelf);
  const result = await runMix(mix);
  return { rate: mix.rate, result, processors: stop() };
}

/**
 * A disturbance of the machine is not the knee: a step that is not good is gone through once more. @returns
 * null when it is the knee
 */
async function goodStep(run: () => Promise<Step>): Promise<Step | null> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const step = await run();
    print(step);
    if (isGood(step.result)) return step;
  }
  return null;
}

const isGood = ({ p95, errors, dropped }: MixResult): boolean =>
  p95 <= LIMIT_MS && errors === 0 && dropped === 0;

/** Users with a folder for uploads and some items to look at and to rename. */
async function furnish(skyshelf: LaunchedSkyshelf): Promise<{ token: string; item: string }[]> {
  const people: { token: string; item: string }[] = [];
  await inParallel(USERS, 4, async (index) => {
    const token = await skyshelf.token(`visitor-${index}`);
    const client = apiClient(skyshelf.url, token);
    await client.call(routes.addElement, {
      body: { url: '/', obj: { linkname: 'Uploads', linktype: 'folder' } },
    });
    let item = '';
    for (let link = 0; link < ITEMS_EACH; link += 1) {
      const obj = {
        linkname: `Page ${link}`,
        linktype: 'website',
        linkurl: `https://example.com/${link}`,
      };
      item = (await client.call(routes.addElement, { body: { url: '/', obj } })).docs._id;
    }
    client.close();
    people.push({ token, item });
  });
  return people;
}

function print({ rate, result, processors }: Step): void {
  const { requestsPerSecond, p50, p95, errors, dropped } = result;
  const use = Object.entries(processors)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, cores]) => `${name} ${Math.round(cores * 100)}%`);
  console.log(
    [
      `${String(rate).padStart(5)} steps/s`,
      `${rounded(requestsPerSecond, 0)} requests/s`,
      `p50 ${rounded(p50, 1)} ms`,
      `p95 ${rounded(p95, 1)} ms`,
      `${errors} errors`,
      `${dropped} dropped`,
      use.join(', '),
    ].join(' | '),
  );
}

function kneeFigure(mode: ProductMode, knee: number, steps: readonly Step[]): Figure {
  const details = Object.fromEntries(
    steps.map(({ rate, result }) => [
      `${rate}/s`,
      `p95 ${rounded(result.p95, 0)} ms at ${rounded(result.requestsPerSecond, 0)} requests/s`,
    ]),
  );
  return {
    name: `knee of browsing, renaming and uploading, ${mode}`,
    value: knee,
    unit: 'steps/s',
    goal: 'known',
    met: knee > 0,
    details,
  };
}

function easeFigure(mode: ProductMode, { rate, result, processors }: Step): Figure {
  return {
    name: `p95 at 60 % of the knee (${rate} steps/s), ${mode}`,
    value: rounded(result.p95, 1),
    unit: 'ms',
    goal: `≤ ${LIMIT_MS} ms, no error`,
    met: result.passed && isGood(result),
    details: { errors: result.errors, dropped: result.dropped, ...processors },
  };
}
