import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMongod, type RunningMongod } from '@skyshelf/host';
import { eventually } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { differences, drives, Pipeline } from '../../testing/crash/pipeline.js';
import { sourceFlags } from '../../testing/crash/source-flags.js';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const ROUNDS = 5;

/**
 * Runs the pipeline in a process of its own and kills it so long after its first acknowledged command.
 * Answers the commands acknowledged by drive.
 */
async function runAndKill(uri: string, name: string, afterMs: number): Promise<Record<string, number>> {
  const child = spawn(
    process.execPath,
    [...sourceFlags, file('../../testing/crash/run-pipeline.ts'), uri, name],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = new Promise<unknown>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  const acknowledged: Record<string, number> = {};
  let killing = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') continue;
    acknowledged[line] = (acknowledged[line] ?? 0) + 1;
    if (killing) continue;
    killing = true;
    void pause(afterMs).then(() => child.kill('SIGKILL'));
  }
  expect(await exited).toBe('SIGKILL');
  return acknowledged;
}

describe('every effect of an event happens once and in order', () => {
  let dbPath: string;
  let server: RunningMongod;
  let client: MongoClient;
  // A killed process leaves transactions open, which hold up its drives until the server ends them: after 60
  // s, unless it is told a shorter time.
  const options = { parameters: { transactionLifetimeLimitSeconds: 1 } };

  beforeEach(async () => {
    dbPath = await mkdtemp(join(tmpdir(), 'skyshelf-bus-'));
    server = await startMongod({ dbPath, ...options });
    client = await new MongoClient(server.uri, { serverSelectionTimeoutMS: 3_000 }).connect();
  });
  afterEach(async () => {
    await client.close();
    await server.kill();
    await rm(dbPath, { recursive: true, force: true });
  });
  const storedEvents = (filter: object = {}) =>
    client.db('shelf').collection('events').countDocuments(filter);

  it(`when the process is killed at ${ROUNDS} random moments`, { timeout: 120_000 }, async () => {
    const acknowledged: Record<string, number> = {};
    let unfinished = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const counts = await runAndKill(server.uri, 'shelf', 20 + Math.random() * 500);
      for (const [each, count] of Object.entries(counts))
        acknowledged[each] = (acknowledged[each] ?? 0) + count;
      unfinished += await storedEvents({ pub: false });
    }
    expect(unfinished).toBeGreaterThan(0);
    const pipeline = await Pipeline.start(client, 'shelf');
    await eventually(async () => (await pipeline.bench.depth()) === 0, { timeoutMs: 20_000 });
    await pipeline.stop();
    expect(await differences(client, 'shelf')).toEqual([]);
    for (const each of drives)
      expect(await storedEvents({ drive: each })).toBeGreaterThanOrEqual(acknowledged[each] ?? 1);
  });

  it(
    'when the database is killed under it, and goes on by itself when it is back',
    { timeout: 120_000 },
    async () => {
      const { port } = server;
      const pipeline = await Pipeline.start(client, 'shelf');
      const stopped = new AbortController();
      let acknowledged = 0;
      const writing = pipeline.writeUntil(stopped.signal, () => void (acknowledged += 1));
      for (let round = 0; round < 2; round += 1) {
        const before = acknowledged;
        await eventually(() => acknowledged > before + 20, { timeoutMs: 30_000 });
        await server.kill();
        server = await startMongod({ dbPath, port, ...options });
      }
      stopped.abort();
      await writing;
      await eventually(async () => (await pipeline.bench.depth()) === 0, { timeoutMs: 20_000 });
      expect(await differences(client, 'shelf')).toEqual([]);
      expect(await storedEvents()).toBeGreaterThanOrEqual(acknowledged);
      for (const reader of ['shelf_storage', 'shelf_media'])
        expect(await client.db(reader).collection('parked').countDocuments()).toBe(0);
      await pipeline.stop();
    },
  );
});
