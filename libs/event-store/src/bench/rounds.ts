import { performance } from 'node:perf_hooks';

export interface Contestant {
  name: string;
  /** One loop each; every call is one durable command. */
  writers: (() => Promise<void>)[];
}

export interface RoundResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface Comparison {
  name: string;
  ours: RoundResult;
  raw: RoundResult;
  /** Of the rounds' own ratios the median: each round's two halves ran under the same load. */
  ratio: number;
}

async function runFor(ms: number, { writers }: Contestant): Promise<RoundResult> {
  const started = performance.now();
  const times: number[] = [];
  await Promise.all(
    writers.map(async (write) => {
      for (let before = performance.now(); before - started < ms;) {
        await write();
        const now = performance.now();
        times.push(now - before);
        before = now;
      }
    }),
  );
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond, p50: at(0.5), p99: at(0.99) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const medians = (results: readonly RoundResult[]): RoundResult => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99)),
});

/** Ours and raw in turns, after one round each to warm up. */
export async function interleaved(
  name: string,
  ours: Contestant,
  raw: Contestant,
  rounds: number,
  roundMs: number,
): Promise<Comparison> {
  const results: { ours: RoundResult; raw: RoundResult }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const first = await runFor(roundMs, raw);
    const second = await runFor(roundMs, ours);
    if (round >= 0) results.push({ ours: second, raw: first });
  }
  return {
    name,
    ours: medians(results.map((each) => each.ours)),
    raw: medians(results.map((each) => each.raw)),
    ratio: median(results.map((each) => each.ours.perSecond / each.raw.perSecond)),
  };
}
