import { eventCatalogue, type ServiceName } from '@skyshelf/contracts';
import { ConfigError } from '@skyshelf/config';
import type { BusOptions } from './bus-options.js';
import { createInProcessBus } from './in-process-bus.js';
import { createKafkaBus } from './kafka/kafka-bus.js';
import type { KafkaConfig } from './kafka/kafka.config.js';
import type { KafkaSasl } from './kafka/kafka-settings.js';
import { peerEventSource, type PeerCalls } from './peer-event-source.js';
import type { EventBus } from './port.js';

/** What a process has at hand anyway. */
export interface BusDeps extends Pick<BusOptions, 'logger' | 'clock' | 'metrics'> {
  peers: PeerCalls;
}

export interface BusOwner {
  service: ServiceName;
  /** A name for this process among those of its service. */
  replica: string;
}

/** The services that publish events. */
const publishers = [...new Set(eventCatalogue.map(({ source }) => source))];

/**
 * The bus of a service's own process: over Kafka when KAFKA_BROKERS says where it is, else in process. It knows where to ask for events that got lost:
 * at their owners' internal routes.
 * @throws ConfigError for a user without a password, or the other way round
 */
export function openEventBus(
  { logger, clock, metrics, peers }: BusDeps,
  config: KafkaConfig,
  { service, replica }: BusOwner,
): EventBus {
  const options = { logger, clock, metrics };
  const bus =
    config.kafkaBrokers.length === 0
      ? createInProcessBus(options)
      : createKafkaBus({
          ...options,
          replica,
          brokers: config.kafkaBrokers,
          sasl: signInOf(config, service),
          tls: config.kafkaTls,
          topicPrefix: config.kafkaTopicPrefix,
          partitions: config.kafkaPartitions,
          replication: config.kafkaReplication,
        });
  for (const publisher of publishers) {
    if (publisher !== service) bus.registerSource(publisher, peerEventSource(peers, publisher));
  }
  return bus;
}

function signInOf(config: KafkaConfig, service: ServiceName): KafkaSasl | undefined {
  const { kafkaUsername: username, kafkaPassword: password, kafkaSaslMechanism: mechanism } = config;
  if (username !== undefined && password !== undefined) return { mechanism, username, password };
  if (username === undefined && password === undefined) return undefined;
  const [given, missing] =
    username === undefined ? ['KAFKA_PASSWORD', 'KAFKA_USERNAME'] : ['KAFKA_USERNAME', 'KAFKA_PASSWORD'];
  throw new ConfigError(service, [
    `${missing}: not given, though ${given} is. Kafka needs both to sign in, or neither.`,
  ]);
}
