import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Admin } from 'kafkajs';
import { startStack, type KafkaAccess, type S3Access, type Stack, type StackOptions } from '@skyshelf/stack';
import { RUN_SERVERS, type ServerAnswer, type ServerKind } from './run-servers.js';

export type { ServerKind };

/** The way to the run's broker. */
export interface TestKafka extends KafkaAccess {
  /** New for each call: what begins with it is this test's alone. */
  topicPrefix: string;
  /** Makes read messages unread while no one reads, as if offsets were lost. */
  forgetOffsets(): Promise<void>;
  /** Removes the topics with this prefix. Call it in `afterAll`. */
  drop(): Promise<void>;
}

export interface TestS3 extends S3Access {
  /** A name of its own for a bucket, which is not there yet. */
  bucket: string;
  /** The keys as a store is opened with them. */
  credentials(): Pick<S3Access, 'accessKey' | 'secretKey'>;
}

/**
 * Whether tests that need this server can run here; makes its program first, which may take minutes on a fresh machine.
 * Ask where tests are collected: `describe.skipIf(!(await canTest('kafka')))`. The run says once why it skips.
 * @throws {Error} with `CI` set, when they cannot: there a missing server is a failure
 */
export async function canTest(kind: ServerKind): Promise<boolean> {
  const { missing } = (await ask(`/${kind}/program`)) as { missing?: string };
  if (missing !== undefined && process.env.CI) throw new Error(`CI must test with ${kind}: ${missing}`);
  return missing === undefined;
}

/** The run's one Kafka broker, and a part of it for this test. The first call starts it: allow a hook 120 s. */
export async function testKafka(): Promise<TestKafka> {
  const { kafka } = await server('kafka');
  if (!kafka) throw new Error("The run's Kafka has no address");
  const topicPrefix = `test-${randomBytes(5).toString('hex')}`;
  return {
    ...kafka,
    topicPrefix,
    drop: () => dropTopics(kafka, topicPrefix),
    forgetOffsets: () =>
      administered(kafka, topicPrefix, async (admin) => {
        const { groups } = await admin.listGroups();
        const ours = groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(topicPrefix));
        if (ours.length > 0) await admin.deleteGroups(ours);
      }),
  };
}

/** The run's S3 store of this kind, and a bucket's name for this test. */
export async function testS3(kind: 'versitygw' | 'minio' = 'versitygw'): Promise<TestS3> {
  const { s3 } = await server(kind);
  if (!s3) throw new Error(`The run's ${kind} has no address`);
  return { ...s3, bucket: `test-${randomBytes(6).toString('hex')}`, credentials: () => s3 };
}

/**
 * A stack of this test's own, for tests that kill, pause or cut servers. It ends with the test process; call
 * `wipe()` in `afterAll`. Ask `canTest` first. What isn't named in the options is not started.
 */
export async function testStack(options: Omit<StackOptions, 'folder' | 'outlive'>): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), `skyshelf-test-${process.pid}-stack-`));
  const servers = { mongod: 0, kafka: 0, s3: null, otlp: false, ...options } as const;
  const stack = await startStack({ ...servers, folder: join(folder, 'stack') });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  return { ...stack, wipe: () => stack.wipe().finally(remove) };
}

async function server(kind: ServerKind): Promise<Pick<Stack, 'kafka' | 's3'>> {
  const answer = (await ask(`/${kind}`)) as ServerAnswer;
  if ('missing' in answer) throw new Error(`There is no ${kind} here: ${answer.missing}`);
  return answer;
}

/** Not `fetch`, which gives up after five minutes: building a program may take longer. */
function ask(path: string): Promise<unknown> {
  const desk = process.env[RUN_SERVERS];
  if (!desk)
    throw new Error(
      'No servers are kept for this test. Name the file *.servers.spec.ts and start it with `npm run test:servers`.',
    );
  return new Promise((resolve, reject) => {
    const call = get(`${desk}${path}`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(text));
      });
    });
    call.on('error', reject);
  });
}

const dropTopics = (access: KafkaAccess, prefix: string): Promise<void> =>
  administered(access, prefix, async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  });

async function administered(
  access: KafkaAccess,
  prefix: string,
  work: (admin: Admin) => Promise<void>,
): Promise<void> {
  const { Kafka, logLevel } = await import('kafkajs');
  const admin = new Kafka({
    ...structuredClone(access),
    clientId: prefix,
    logLevel: logLevel.NOTHING,
  }).admin();
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.disconnect();
  }
}
