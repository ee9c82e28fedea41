import type { BusOptions } from '../bus-options.js';

export interface KafkaSasl {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
  /** Read at each connection, so it may be a getter. */
  password: string;
}

/** True: a certificate that Node trusts; else one of this authority (PEM). */
export type KafkaTls = boolean | { ca: string };

export interface KafkaSettings {
  /** Some brokers as `host:port`; they name the others. */
  brokers: readonly string[];
  sasl?: KafkaSasl | undefined;
  tls?: KafkaTls;
  /** Topics and groups are `<prefix>.<service>`. */
  topicPrefix: string;
  /** The minimum for each topic. */
  partitions: number;
  /** Copies of each event. */
  replication: number;
  /** False: others create topics, missing ones are waited for. Default true. */
  makesTopics?: boolean;
  /** The name of this process within its service. */
  replica: string;
}

export interface KafkaBusOptions extends BusOptions, KafkaSettings {
  /** How long `subscribe` waits to join before it goes on, milliseconds, default 5,000. */
  joinTimeoutMs?: number;
  /** Events of a partition in hand before reading it pauses. Default 1,000. */
  inHand?: number;
}

export const topicOf = ({ topicPrefix }: Pick<KafkaSettings, 'topicPrefix'>, service: string): string =>
  `${topicPrefix}.${service}`;
