import { connect } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStackNote } from '../stack-note.js';
import { startStack } from '../start-stack.js';
import type { KafkaAccess, Stack } from '../stack.js';
import { canRun } from '../../testing/can-run.js';
import { scratchFolder } from '../../testing/scratch-folder.js';
import { listBrokers } from './kafka-metadata.js';
import { portFor } from './plan-groups.js';

describe.skipIf(!(await canRun('kafka')))('a broker of a stack', { timeout: 60_000 }, () => {
  const scratch = scratchFolder();
  const folder = `${scratch.path}/stack`;
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ folder, mongod: 0, kafka: 1, s3: null });
  }, 300_000);
  afterAll(async () => {
    await stack?.wipe();
    scratch.remove();
  }, 60_000);

  const topics = async (sasl?: KafkaAccess['sasl']) => {
    const retry = { retries: 0 };
    const { brokers } = stack.kafka!;
    const admin = new Kafka({
      brokers,
      logLevel: logLevel.NOTHING,
      retry,
      sasl: sasl && { ...sasl },
    }).admin();
    try {
      await admin.connect();
      return await admin.listTopics();
    } finally {
      await admin.disconnect();
    }
  };

  it('serves who signs in, and no one else', async () => {
    const { sasl } = stack.kafka!;
    expect(await topics(sasl)).toEqual([]);
    await expect(topics()).rejects.toThrow(/[Cc]losed/);
    await expect(topics({ ...sasl, password: 'guessed' })).rejects.toThrow(/[Aa]uthentication/);
  });

  it('answers no stranger on any listener, and no client on those of the brokers', async () => {
    const note = readStackNote(folder)!;
    for (const name of ['kafka-1', 'kafka-1.broker', 'kafka-1.controller'])
      expect([name, await answersStranger(portFor(note, name))]).toEqual([name, false]);
    const { sasl } = stack.kafka!;
    expect(await listBrokers(portFor(note, 'kafka-1'), sasl)).toEqual([1]);
    expect(await listBrokers(portFor(note, 'kafka-1.broker'), sasl)).toEqual([]);
  });
});

/** Sends DescribeCluster, which brokers and controllers alike answer to those they serve. */
function answersStranger(port: number): Promise<boolean> {
  const key = 60;
  const version = 1;
  const includeOperations = 0;
  const ofControllers = 2;
  const noTags = 0;
  const header = [0, key, 0, version, 0, 0, 0, 1, 0xff, 0xff, noTags];
  const request = [...header, includeOperations, ofControllers, noTags];
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () =>
      socket.write(Buffer.from([0, 0, 0, request.length, ...request])),
    );
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {});
    socket.once('close', () => resolve(false));
  });
}
