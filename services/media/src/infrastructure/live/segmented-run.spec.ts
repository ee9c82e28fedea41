import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SegmentedRun } from './segmented-run.js';
import type { WriteSegments } from './segment-writer.js';

/** A process that writes segments when it is told to. */
interface Process {
  from: number;
  folder: string;
  signal: AbortSignal;
  paused: boolean;
  write(segment: number): Promise<void>;
  end(error?: Error): void;
}

let folder: string;
let run: SegmentedRun;
let processes: Process[];
let heads: string[];

const write: WriteSegments = async ({ folder: own, from, signal, onStarted }) => {
  const ended = Promise.withResolvers<void>();
  const name = `process ${processes.length}`;
  const process: Process = {
    from,
    folder: own,
    signal,
    paused: false,
    write: (segment) => writeFile(join(own, `${segment}.m4s`), `${name}: ${segment}`),
    end: (error) => (error ? ended.reject(error) : ended.resolve()),
  };
  processes.push(process);
  await writeFile(join(own, 'init.mp4'), heads.shift() ?? 'head');
  onStarted({
    pause: () => void (process.paused = true),
    resume: () => void (process.paused = false),
  });
  signal.addEventListener('abort', () => ended.reject(signal.reason));
  await ended.promise;
};
/** The process that was started as the n-th, as soon as it is there. */
const started = async (n: number): Promise<Process> => {
  await expect.poll(() => processes.length, { timeout: 5000 }).toBeGreaterThan(n);
  const found = processes.at(n);
  if (!found) throw new Error('It was not started.');
  return found;
};
const textOf = async (path: string | null) => (path === null ? null : readFile(path, 'utf8'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-run-'));
  processes = [];
  heads = [];
  run = new SegmentedRun({ folder, duration: 100, maxBytes: 1e6, write, onSegments: () => {} });
});
afterEach(async () => {
  await run.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the segments of a film', () => {
  it('are waited for, the head until the first one is there', async () => {
    const head = run.file('head');
    const second = run.file(1);
    const main = await started(0);
    await main.write(0);
    expect(await textOf(await head)).toBe('head');
    await main.write(1);
    expect(await textOf(await second)).toBe('process 0: 1');
  });

  it('come from a second process where a player jumps ahead, the first one stands still meanwhile', async () => {
    const main = await started(0);
    await main.write(0);
    await run.file(0);
    const far = run.file(60);
    const ahead = await started(1);
    expect(ahead.from).toBe(60);
    await ahead.write(60);
    expect(await textOf(await far)).toBe('process 1: 60');
    // The one at the beginning is still watched; not any more when it has what its player wants in advance.
    for (let segment = 1; segment < 8; segment += 1) await main.write(segment);
    await expect.poll(() => main.paused, { timeout: 5000 }).toBe(true);
    // Enough in advance: the first one goes on.
    for (let segment = 61; segment < 92; segment += 1) await ahead.write(segment);
    await expect.poll(() => [main.paused, ahead.paused], { timeout: 5000 }).toEqual([false, true]);
  });

  it('come from one further process at most: a new place ends the one before', async () => {
    const main = await started(0);
    await main.write(0);
    await run.file(0);
    const left = run.file(60);
    const before = await started(1);
    const far = run.file(80);
    const ahead = await started(2);
    await ahead.write(80);
    expect(await textOf(await far)).toBe('process 2: 80');
    expect(before.signal.aborted).toBe(true);
    await expect.poll(() => stat(before.folder).catch(() => null), { timeout: 5000 }).toBeNull();
    // Who still waits for the place that was left gets it from the first process.
    for (let segment = 1; segment <= 60; segment += 1) await main.write(segment);
    expect(await textOf(await left)).toBe('process 0: 60');
    expect(processes).toHaveLength(3);
  });

  it('of another head are not shown', async () => {
    heads = ['head', 'another head'];
    const main = await started(0);
    await main.write(0);
    await run.file(0);
    const far = run.file(60);
    const ahead = await started(1);
    await ahead.write(60);
    await expect.poll(() => ahead.signal.aborted, { timeout: 5000 }).toBe(true);
    for (let segment = 1; segment <= 60; segment += 1) await main.write(segment);
    expect(await textOf(await far)).toBe('process 0: 60');
  });

  it('are those of the whole film at its end, and no others', async () => {
    const main = await started(0);
    for (let segment = 0; segment < 97; segment += 1) await main.write(segment);
    main.end();
    await run.whole();
    expect([run.written, run.hasEnded]).toEqual([97, true]);
    expect(await textOf(await run.file(96))).toBe('process 0: 96');
    expect([await run.file(98), await run.file(5000)]).toEqual([null, null]);
  });

  it('are gone when the run is closed, for those who wait too', async () => {
    await started(0);
    const waiting = run.file(0);
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'live.ended' }), run.close()]);
    expect(await stat(folder).catch(() => null)).toBeNull();
  });

  it('are waited for by so many requests and no more', async () => {
    const waiting = Array.from({ length: 32 }, () => run.file(0));
    await expect(run.file(0)).rejects.toMatchObject({ code: 'rate.limited' });
    await (await started(0)).write(0);
    await Promise.all(waiting);
  });
});
