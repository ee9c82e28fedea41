import { list, onOff, setting, wholeNumber } from '@skyshelf/config';
import { z } from 'zod';

const address = /^[^\s:,]+:\d{1,5}$/;

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
  kafkaUsername: setting('KAFKA_USERNAME', z.string().min(1).max(256).optional(), {
    doc: 'The user name for the brokers (SASL). Without it connections are not authenticated.',
  }),
  kafkaPassword: setting('KAFKA_PASSWORD', z.string().min(1).max(4096).optional(), {
    doc: 'The password of KAFKA_USERNAME.',
    secret: true,
  }),
  kafkaSaslMechanism: setting(
    'KAFKA_SASL_MECHANISM',
    z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).default('plain'),
    {
      doc: 'The SASL mechanism for the brokers. plain sends the password: use it with remote brokers only over TLS.',
    },
  ),
  kafkaTls: setting('KAFKA_TLS', onOff().default(false), {
    doc: 'Whether connections to the brokers are encrypted. Their certificate must be trusted by Node or signed by the authority in KAFKA_CA_FILE.',
  }),
  kafkaCaFile: setting('KAFKA_CA_FILE', z.string().min(1).optional(), {
    doc: 'The file (PEM) of the authority that signed the certificates of the brokers; it is then the only one trusted. Needs KAFKA_TLS.',
    allowed: 'the path of a file with certificates',
  }),
  kafkaTopicPrefix: setting(
    'KAFKA_TOPIC_PREFIX',
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,60}$/)
      .default('skyshelf'),
    {
      doc: 'The prefix of the names of all topics and consumer groups, for several installations on one Kafka.',
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
