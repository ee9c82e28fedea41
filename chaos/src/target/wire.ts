import type { KafkaAccess } from '@skyshelf/stack';
import { Kafka, logLevel } from 'kafkajs';

/**
 * When each event was sent to its topic, milliseconds since 1970, once for each time it lies there; by the id
 * of the event.
 */
export type SentTimes = Map<string, number[]>;

/** An event's id travels as CloudEvents' `ce_id`. */
const ID_HEADER = 'ce_id';
const QUIET_MS = 60_000;

/** Reads all topics of an installation from their beginning to their present end. */
export async function wireOf(access: KafkaAccess, topicPrefix: string): Promise<SentTimes> {
  const kafka = new Kafka({ ...structuredClone(access), clientId: 'chaos', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${topicPrefix}.`));
  const ends = new Map<string, bigint>();
  for (const topic of topics)
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic))
      if (BigInt(high) > BigInt(low)) ends.set(`${topic}/${partition}`, BigInt(high));
  const sent: SentTimes = new Map();
  if (ends.size > 0) await readTo(kafka, `${topicPrefix}.chaos.${Date.now()}`, topics, ends, sent);
  await admin.disconnect();
  return sent;
}

async function readTo(
  kafka: Kafka,
  groupId: string,
  topics: string[],
  ends: Map<string, bigint>,
  sent: SentTimes,
): Promise<void> {
  const consumer = kafka.consumer({ groupId, sessionTimeout: 10_000 });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('The topics could not be read to their end')), QUIET_MS);
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch, resolveOffset }) => {
      for (const { headers, offset, timestamp } of batch.messages) {
        const id = String(headers?.[ID_HEADER] ?? '');
        sent.set(id, [...(sent.get(id) ?? []), Number(timestamp)]);
        resolveOffset(offset);
      }
      const key = `${batch.topic}/${batch.partition}`;
      const end = ends.get(key);
      if (end !== undefined && BigInt(batch.lastOffset()) + 1n >= end) ends.delete(key);
      if (ends.size === 0) resolve();
    },
  });
  await promise.finally(() => clearTimeout(timer));
  await consumer.disconnect();
}
