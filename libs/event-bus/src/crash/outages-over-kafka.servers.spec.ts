import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startMongod, type RunningMongod } from '@skyshelf/host';
import type { Stack } from '@skyshelf/stack';
import { canTest, eventually, testStack } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KafkaWire } from '../../testing/kafka/kafka-wire.js';
import { differences, drives, Pipeline } from '../../testing/crash/pipeline.js';
import { sourceFlags } from '../../testing/crash/source-flags.js';

const MINUTE = 60_000;
const patient = { timeoutMs: MINUTE };
/** `PIPELINE_KILLS=20 npx vitest run outages-over-kafka` for more. */
const KILLS = Number(process.env['PIPELINE_KILLS'] ?? 2);

describe.skipIf(!(await canTest('kafka')))('over Kafka, every effect happens once and in order', () => {
  let stack: Stack;
  let dbPath: string;
  let server: RunningMongod;
  let client: MongoClient;
  let wire: KafkaWire;
  let pipeline: Pipeline | null = null;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    dbPath = await mkdtemp(join(tmpdir(), 'skyshelf-bus-'));
    // A killed process leaves transactions open, which hold up its drives until the server ends them.
    const parameters = { transactionLifetimeLimitSeconds: 1 };
    [stack, server] = await Promise.all([testStack({ kafka: 1 }), startMongod({ dbPath, parameters })]);
    client = await new MongoClient(server.uri, { appName: 'pipeline' }).connect();
  }, 5 * MINUTE);
  afterAll(async () => {
    await client?.close();
    await server?.kill();
    await stack?.wipe();
    await rm(dbPath, { recursive: true, force: true });
  }, MINUTE);
  beforeEach(() => {
    wire = new KafkaWire(stack.kafka!, { partitions: 4 });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await pipeline?.stop();
    pipeline = null;
  }, MINUTE);

  const start = async (name: string): Promise<Pipeline> => {
    pipeline = await Pipeline.start(
      client,
      name,
      (options) => wire.open({ ...options, joinTimeoutMs: MINUTE }),
      'the-test',
    );
    return pipeline;
  };
  const storedEvents = (name: string, filter: object = {}) =>
    client.db(name).collection('events').countDocuments(filter);
  const effects = async (name: string): Promise<number> => {
    const readers = (['storage', 'media'] as const).map((each) =>
      Pipeline.readerDatabase(client, name, each).collection('diary').countDocuments(),
    );
    return Math.min(...(await Promise.all(readers)));
  };
  const nothingParked = async (name: string) => {
    for (const reader of ['storage', 'media'] as const)
      expect(await Pipeline.readerDatabase(client, name, reader).collection('parked').countDocuments()).toBe(
        0,
      );
  };

  it('and commands go on, while Kafka hangs, is killed and comes back', { timeout: 4 * MINUTE }, async () => {
    const broker = stack.servers.find(({ name }) => name === 'kafka-1');
    if (!broker) throw new Error('The stack has no broker');
    const running = await start('away');
    const { bench } = running;
    const stopped = new AbortController();
    let acknowledged = 0;
    const writing = running.writeUntil(stopped.signal, () => void (acknowledged += 1));
    const goOn = async () => {
      const before = acknowledged;
      await eventually(() => acknowledged > before + 40, { timeoutMs: 30_000 });
    };
    const refusals = async () => {
      const line = (await bench.registry.text())
        .split('\n')
        .find((each) => each.startsWith('skyshelf_relay_failures_total{'));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    await goOn();
    await eventually(async () => (await effects('away')) > 20, patient);

    broker.pause();
    // It hangs: after a while the relay says that events wait.
    await goOn();
    await eventually(async () => (await refusals()) > 0, patient);
    await goOn();
    await broker.kill();
    const refused = await refusals();
    await eventually(async () => (await refusals()) > refused, patient);
    await goOn();
    expect(await storedEvents('away', { pub: false })).toBeGreaterThan(80);
    await broker.start();
    await goOn();
    stopped.abort();
    await writing;

    await eventually(async () => (await bench.depth()) === 0, { timeoutMs: MINUTE });
    await eventually(async () => expect(await differences(client, 'away')).toEqual([]), patient);
    expect(await storedEvents('away')).toBeGreaterThanOrEqual(acknowledged);
    await nothingParked('away');
  });

  it(
    `when the process that writes, relays and reads is killed ${KILLS} times in the midst of it`,
    { timeout: 5 * MINUTE },
    async () => {
      const acknowledged: Record<string, number> = {};
      let unfinished = 0;
      // By chance all may be published at the moment of a kill: then it is killed once more.
      for (let kill = 0; kill < KILLS || (unfinished === 0 && kill < 10 * KILLS); kill += 1) {
        const before = await effects('killed');
        const child = runPipeline(server.uri, 'killed', wire, (drive) => {
          acknowledged[drive] = (acknowledged[drive] ?? 0) + 1;
        });
        children.push(child);
        // In the midst of it: it writes and its effects happen.
        const some = before + 5 + Math.random() * 60;
        await eventually(async () => (await effects('killed')) > some, { timeoutMs: MINUTE, intervalMs: 5 });
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
        unfinished += await storedEvents('killed', { pub: false });
      }
      expect(unfinished).toBeGreaterThan(0);
      const { bench } = await start('killed');
      await eventually(async () => (await bench.depth()) === 0, patient);
      await eventually(async () => expect(await differences(client, 'killed')).toEqual([]), patient);
      for (const each of drives)
        expect(await storedEvents('killed', { drive: each })).toBeGreaterThanOrEqual(acknowledged[each] ?? 1);
      await nothingParked('killed');
    },
  );
});

/** Runs the pipeline in a process of its own; it reports each acknowledged command. */
function runPipeline(
  uri: string,
  name: string,
  { settings }: KafkaWire,
  acknowledged: (drive: string) => void,
): ChildProcess {
  const file = fileURLToPath(new URL('../../testing/crash/run-pipeline.ts', import.meta.url));
  const child = spawn(process.execPath, [...sourceFlags, file, uri, name, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== 'ready') acknowledged(line);
  });
  return child;
}
