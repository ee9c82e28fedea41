import { eventCatalogue, internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ConfigError, readAuthority } from '@skyshelf/config';
import type { BusOptions } from './bus-options.js';
import { createInProcessBus } from './in-process-bus.js';
import { createKafkaBus } from './kafka/kafka-bus.js';
import type { KafkaConfig } from './kafka/kafka.config.js';
import type { KafkaSasl, KafkaSettings, KafkaTls } from './kafka/kafka-settings.js';
import type { EventBus, EventSource } from './port.js';

export interface BusDeps extends Pick<BusOptions, 'logger' | 'clock' | 'metrics'> {
  peers: PeerCalls;
}

export interface BusOwner {
  service: ServiceName;
  isPrepared?: boolean;
  replica: string;
}

const publishers = [...new Set(eventCatalogue.map(({ source }) => source))];

/**
 * Opens the bus over Kafka when KAFKA_BROKERS is set, else in process. Lost events are read from their owners' internal
 * routes.
 * @throws ConfigError as `kafkaSettings`
 */
export function openEventBus(
  { logger, clock, metrics, peers }: BusDeps,
  config: KafkaConfig,
  { service, replica, isPrepared = false }: BusOwner,
): EventBus {
  const options = { logger, clock, metrics };
  const bus =
    config.kafkaBrokers.length === 0
      ? createInProcessBus(options)
      : createKafkaBus({ ...options, ...kafkaSettings(config, service), replica, makesTopics: !isPrepared });
  for (const publisher of publishers) {
    if (publisher !== service) bus.registerSource(publisher, peerEventSource(peers, publisher));
  }
  return bus;
}

/** @throws ConfigError for a user without a password or vice versa; for an authority without TLS */
export const kafkaSettings = (config: KafkaConfig, service: string): Omit<KafkaSettings, 'replica'> => ({
  brokers: config.kafkaBrokers,
  sasl: signInOf(config, service),
  tls: tlsOf(config, service),
  topicPrefix: config.kafkaTopicPrefix,
  partitions: config.kafkaPartitions,
  replication: config.kafkaReplication,
});

function signInOf(config: KafkaConfig, service: string): KafkaSasl | undefined {
  const { kafkaUsername: username, kafkaPassword: password, kafkaSaslMechanism: mechanism } = config;
  if (username !== undefined && password !== undefined)
    return {
      mechanism,
      username,
      // A secret's file may change.
      get password() {
        return config.kafkaPassword ?? password;
      },
    };
  if (username === undefined && password === undefined) return undefined;
  const [given, missing] =
    username === undefined ? ['KAFKA_PASSWORD', 'KAFKA_USERNAME'] : ['KAFKA_USERNAME', 'KAFKA_PASSWORD'];
  throw new ConfigError(service, [
    `${missing}: not given, though ${given} is. Kafka needs both to sign in, or neither.`,
  ]);
}

function tlsOf({ kafkaTls, kafkaCaFile }: KafkaConfig, service: string): KafkaTls {
  if (kafkaCaFile === undefined) return kafkaTls;
  if (!kafkaTls)
    throw new ConfigError(service, [
      'KAFKA_TLS: is off, though KAFKA_CA_FILE is given. Only a certificate needs an authority.',
    ]);
  return { ca: readAuthority(service, 'KAFKA_CA_FILE', kafkaCaFile) ?? '' };
}

export interface PeerCalls {
  json<T>(service: ServiceName, path: string): Promise<T>;
}

const { driveEvents, allEvents } = internalRoutes;
/** The most that both routes return. */
const MOST = 1_000;

/** @throws DomainError `service.unavailable` from both calls: a consumer then waits */
export function peerEventSource(peers: PeerCalls, service: ServiceName): EventSource {
  const read = async (
    { path, answer }: typeof driveEvents | typeof allEvents,
    query: Record<string, string>,
  ) => answer.parse(await peers.json(service, `${path}?${new URLSearchParams(query).toString()}`));
  const limited = (limit: number): string => String(Math.min(limit, MOST));
  return {
    after: (drive, version, limit) =>
      read(driveEvents, { drive, after: String(version), limit: limited(limit) }),
    all: (after, limit) => read(allEvents, { ...(after !== null && { after }), limit: limited(limit) }),
  };
}
