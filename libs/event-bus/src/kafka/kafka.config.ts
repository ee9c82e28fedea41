import { list, setting, wholeNumber } from '@skyshelf/config';
import { z } from 'zod';

const address = /^[^\s:,]+:\d{1,5}$/;

/** How a process finds its broker; read beside the settings of every process. */
export const kafkaConfig = z.object({
  kafkaBrokers: setting(
    'KAFKA_BROKERS',
    list()
      .pipe(z.array(z.string().regex(address)))
      .default([]),
    {
      doc: 'The Kafka brokers that carry events between services. Without them a process keeps its events to itself.',
      allowed: 'host:port, separated by commas',
    },
  ),
  kafkaTopicPrefix: setting(
    'KAFKA_TOPIC_PREFIX',
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,60}$/)
      .default('skyshelf'),
    {
      doc: 'First part of the names of all topics and consumer groups, for several installations on one Kafka.',
      allowed: 'up to 60 letters, digits, _ and -',
    },
  ),
  kafkaPartitions: setting('KAFKA_PARTITIONS', wholeNumber(1, 1024).default(64), {
    doc: 'Partitions of each topic. A topic that has fewer grows; it never shrinks. 8 are enough on a laptop.',
  }),
  kafkaReplication: setting('KAFKA_REPLICATION', wholeNumber(1, 7).default(3), {
    doc: 'Brokers that keep a copy of each event: 3 wherever data matter, 1 with a single broker.',
  }),
});
export type KafkaConfig = z.infer<typeof kafkaConfig>;
