import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongod, type RunningMongod } from '@skyshelf/host';
import { eventually, runSource } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCrashJobs, STEPS } from '../../testing/crash-worker.js';
import { ann, bob } from '../../testing/queue-subject.js';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
/** Jobs of each drive, kind and round. */
const JOBS = 8;
let folder: string;
let mongod: RunningMongod;
let client: MongoClient;
let child: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skyshelf-jobs-'));
  // A killed process leaves transactions open, which hold up their jobs until the server ends them: after 60
  // s, unless it is told a shorter time.
  mongod = await startMongod({ dbPath: folder, parameters: { transactionLifetimeLimitSeconds: 1 } });
  client = await new MongoClient(mongod.uri).connect();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await client?.close();
  await mongod?.kill();
  await rm(folder, { recursive: true, force: true });
});

const drives = { ann, bob };
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
const named = (kind: string, numbers: readonly number[]) =>
  numbers.flatMap((n) => Object.keys(drives).map((name) => `${kind}-${n}-${name}`));
const keyed = (kind: string, numbers: readonly number[]) =>
  named(kind, numbers).map((key) => ({
    key: kind === 'steps' ? `${key}.0` : key,
    kind,
    group: key,
    payload: {},
    drive: key.endsWith('ann') ? ann : bob,
  }));
const endings = ['retried', 'doomed', 'steps', 'ahead'] as const;

it(
  `a worker is killed ${ROUNDS} times: each job has its effect once, in order, and drives take turns`,
  { timeout: 60_000 + ROUNDS * 30_000 },
  async () => {
    const { queue, diary, runnerOf } = openCrashJobs(client, 'crash', 'steady');
    await queue.prepare();
    await queue.enqueue(keyed('plain', numbered(0, ROUNDS * JOBS)));
    // It shares all but what is to keep its order, and takes over what the other one leaves.
    const steady = runnerOf(['repeating', ...endings]);
    await steady.start();
    let cutOff = 0;
    let repeated = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      child = runSource(join(import.meta.dirname, '../../testing/crash-worker.ts'), [
        mongod.uri,
        'crash',
        'killed',
      ]);
      await once(child.stdout!, 'data');
      for (const kind of endings) await queue.enqueue(keyed(kind, numbered(round * JOBS, JOBS)));
      const goal = 2 * JOBS * (round + 0.1 + Math.random() * 0.8);
      const done = () => diary.countDocuments({ kind: 'plain' });
      await eventually(async () => (await done()) > goal, { timeoutMs: 60_000, intervalMs: 10 });
      child.kill('SIGKILL');
      await once(child, 'exit');
      const left = { state: 'running', worker: /^killed/ } as const;
      cutOff += await client.db('crash').collection('jobs').countDocuments(left);
      const again = await diary.countDocuments({ kind: 'repeating' });
      expect(again).toBeGreaterThan(repeated);
      repeated = again;
    }
    const last = openCrashJobs(client, 'crash', 'killed').runnerOf(['plain']);
    await last.start();
    const open = async () => (await queue.depth()).filter(({ kind }) => kind !== 'repeating');
    await eventually(async () => (await open()).length === 0, { timeoutMs: 30_000 });
    await eventually(async () => (await diary.countDocuments({ kind: 'repeating' })) > repeated);
    await Promise.all([last.stop(), steady.stop()]);

    // As the database has taken them: ids of several processes have no order within a second.
    const lines = await diary.find().sort({ $natural: 1 }).toArray();
    const of = (kind: string) => lines.filter((line) => line.kind === kind);
    const all = numbered(0, ROUNDS * JOBS);
    for (const kind of ['retried', 'doomed', 'ahead'])
      expect(
        of(kind)
          .map(({ job }) => job)
          .toSorted(),
      ).toEqual(named(kind, all).toSorted());
    const steps = named('steps', all).flatMap((key) => numbered(0, STEPS).map((step) => `${key}.${step}`));
    expect(
      of('steps')
        .map(({ job }) => job)
        .toSorted(),
    ).toEqual(steps.toSorted());
    // As entered, by turns.
    expect(of('plain').map(({ job }) => job)).toEqual(named('plain', all));
    expect(new Set(of('repeating').map(({ token }) => token)).size).toBe(of('repeating').length);
    const report = await queue.report(0);
    expect(report.jobs.filter(({ state }) => state === 'failed')).toMatchObject([
      { kind: 'doomed', jobs: 2 * all.length },
    ]);
    expect(await queue.find('repeating')).toMatchObject({ open: true, state: 'waiting' });
    expect(await queue.stuck()).toEqual([]);
    expect(cutOff).toBeGreaterThan(0);
    console.log(`${lines.length} effects, ${cutOff} jobs were cut off`);
  },
);
