import type { BusOptions } from '../bus-options.js';

/** How a client signs in at a broker. */
export interface KafkaSasl {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
  /** Read at each connection, so it may be a getter of what changes. */
  password: string;
}

/** Whether connections are encrypted: the brokers show a certificate that Node trusts, or one of this authority (PEM). */
export type KafkaTls = boolean | { ca: string };

/** Where the events of an installation travel. */
export interface KafkaSettings {
  /** `host:port` of some brokers; the others are found through them. */
  brokers: readonly string[];
  /** As whom to sign in there; without it no one does. */
  sasl?: KafkaSasl | undefined;
  tls?: KafkaTls;
  /** Topics are `<prefix>.<service>`, groups `<prefix>.<service>`. */
  topicPrefix: string;
  /** Partitions of a topic at least. */
  partitions: number;
  /** Copies of each event. */
  replication: number;
  /** False: topics are made and grown by others; one that is missing is waited for. Default true. */
  makesTopics?: boolean;
  /** A name for this process among those of its service. */
  replica: string;
}

export interface KafkaBusOptions extends BusOptions, KafkaSettings {
  /** How long `subscribe` waits for its place in the group before it goes on without; milliseconds, default 5,000. */
  joinTimeoutMs?: number;
  /** Events of one partition in hand; beyond that it is not read for a while. Default 1,000. */
  inHand?: number;
}

export const topicOf = ({ topicPrefix }: Pick<KafkaSettings, 'topicPrefix'>, service: string): string =>
  `${topicPrefix}.${service}`;
