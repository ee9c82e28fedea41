import { startStack } from '@skyshelf/stack';
import { eventually, stackFolderOf, stackSettings, type RunningSkyshelf } from '@skyshelf/testing';
import kafkajs, { Kafka, logLevel, type Admin } from 'kafkajs';

const NONE: Topics = { read: async () => [], forget: async () => {}, close: async () => {} };

/** The topics of a running cluster. */
export interface Topics {
  /** All messages that lie there. */
  read(): Promise<Buffer[]>;
  /** Lets the days pass after which messages go. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export async function openTopics(
  { dataFolder }: RunningSkyshelf,
  mode: 'standalone' | 'cluster',
): Promise<Topics> {
  if (mode === 'standalone') return NONE;
  const { kafka: access } = await startStack({ folder: stackFolderOf(dataFolder) });
  if (!access) throw new Error('The stack has no Kafka.');
  const { KAFKA_TOPIC_PREFIX: prefix = 'skyshelf' } = stackSettings(mode, dataFolder);
  const kafka = new Kafka({ ...structuredClone(access), clientId: 'scan', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`));
  return {
    read: () => messagesIn(kafka, admin, topics),
    forget: async () => {
      const configEntries = [{ name: 'retention.ms', value: '1000' }];
      const type = kafkajs.ConfigResourceTypes.TOPIC;
      const resources = topics.map((name) => ({ type, name, configEntries }));
      await admin.alterConfigs({ validateOnly: false, resources });
      await eventually(async () => (await ends(admin, topics)).size === 0, {
        timeoutMs: 120_000,
        intervalMs: 500,
      });
    },
    close: () => admin.disconnect(),
  };
}

/** Lists the ends of the partitions that have messages. */
async function ends(admin: Admin, topics: readonly string[]): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>();
  for (const topic of topics)
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic))
      if (BigInt(high) > BigInt(low)) found.set(`${topic}/${partition}`, BigInt(high));
  return found;
}

async function messagesIn(kafka: Kafka, admin: Admin, topics: string[]): Promise<Buffer[]> {
  const left = await ends(admin, topics);
  const messages: Buffer[] = [];
  if (left.size === 0) return messages;
  const consumer = kafka.consumer({ groupId: `scan-${Date.now()}` });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch, resolveOffset }) => {
      for (const { key, value, headers, offset } of batch.messages) {
        const parts = [key, value, ...Object.values(headers ?? {}).flat()];
        messages.push(Buffer.concat(parts.map((part) => Buffer.from(part ?? ''))));
        resolveOffset(offset);
      }
      const end = left.get(`${batch.topic}/${batch.partition}`);
      if (end !== undefined && BigInt(batch.lastOffset()) + 1n >= end)
        left.delete(`${batch.topic}/${batch.partition}`);
      if (left.size === 0) resolve();
    },
  });
  await promise;
  await consumer.disconnect();
  return messages;
}
