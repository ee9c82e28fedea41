import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startStack } from '@skyshelf/stack';
import { MongoClient } from 'mongodb';
import { EventLine } from './event-line.js';
import { atLeast, atMost, interleaved, percentile, rounded, type Figure } from './figures.js';
import { inParallel } from './load.js';

const DRIVES = 64;
const WORKERS = 16;

const driveOf = (n: number): string => `drive-${n % DRIVES}`;

/**
 * Events a second from the outbox over Kafka to their effects, compared with the same durable writes by hand,
 * turn by turn; and the time from the commit of an event to that of its effect at 100 events a second, of a
 * service with one and with two replicas. On servers of its own: one mongod, one broker.
 */
export async function benchEvents({ rounds = 5, events = 1_500, seconds = 20 } = {}): Promise<Figure[]> {
  const stack = await startStack({
    folder: join(mkdtempSync(join(tmpdir(), 'skyshelf-bench-')), 'stack'),
    mongod: 1,
    kafka: 1,
    s3: null,
    otlp: false,
    progress: console.log,
  });
  const { mongodbUri, kafka } = stack;
  if (!mongodbUri || !kafka) throw new Error('The stack lacks MongoDB or Kafka.');
  const client = await new MongoClient(mongodbUri, { appName: 'skyshelf-bench' }).connect();
  try {
    const line = await EventLine.open(client, kafka);
    await throughKafka(line, 300);
    await byHand(line, 300, 'warm');
    const figures = [
      await throughput(line, rounds, events),
      await latency(line, seconds, 1),
      await latency(line, seconds, 2),
    ];
    await line.close();
    return figures;
  } finally {
    await client.close();
    await stack.wipe();
  }
}

async function throughput(line: EventLine, rounds: number, events: number): Promise<Figure> {
  let round = 0;
  const result = await interleaved(
    rounds,
    () => throughKafka(line, events),
    () => byHand(line, events, String((round += 1))),
  );
  return atLeast('events, outbox to effect', result, [0.5, 'events/s']);
}

/** Events that lie in the outbox when the relay starts, until the last effect. @returns events a second */
async function throughKafka(line: EventLine, count: number): Promise<number> {
  const effects: Promise<number>[] = [];
  await inParallel(count, WORKERS, async (n) => {
    effects.push((await line.append(driveOf(n))).effect);
  });
  const began = performance.now();
  await line.startRelay();
  const ends = await Promise.all(effects);
  await line.stopRelay();
  return count / ((Math.max(...ends) - began) / 1000);
}

async function byHand(line: EventLine, count: number, round: string): Promise<number> {
  const began = performance.now();
  const together = 16;
  await inParallel(Math.ceil(count / together), WORKERS, (batch) =>
    line.raw(Array.from({ length: together }, (_, n) => `${round}-${batch}-${n}`)),
  );
  return count / ((performance.now() - began) / 1000);
}

async function latency(line: EventLine, seconds: number, replicas: number): Promise<Figure> {
  const perSecond = 100;
  await line.startRelay(replicas);
  const delays: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = began + (n * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    delays.push(line.append(driveOf(n)).then(async ({ committed, effect }) => (await effect) - committed));
  }
  const measured = (await Promise.all(delays)).map((ms) => Math.max(0, ms));
  await line.stopRelay();
  const p50 = percentile(measured, 0.5);
  const who = replicas === 1 ? 'one replica' : `${replicas} replicas`;
  const details = {
    p99ms: rounded(percentile(measured, 0.99), 1),
    maxMs: rounded(Math.max(...measured), 1),
    reachedPerSecond: rounded(measured.length / ((performance.now() - began) / 1000), 1),
  };
  return atMost(`event, commit to effect at 100/s, ${who}, p50`, p50, [50, 'ms'], { digits: 1, details });
}
