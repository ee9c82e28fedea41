import { eventCatalogue, type ServiceName } from '@skyshelf/contracts';
import type { BusOptions } from './bus-options.js';
import { createInProcessBus } from './in-process-bus.js';
import { createKafkaBus } from './kafka/kafka-bus.js';
import type { KafkaConfig } from './kafka/kafka.config.js';
import { peerEventSource, type PeerCalls } from './peer-event-source.js';
import type { EventBus } from './port.js';

/** What a process has at hand anyway. */
export interface BusSurroundings extends Pick<BusOptions, 'logger' | 'clock' | 'metrics'> {
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
 */
export function openEventBus(
  { logger, clock, metrics, peers }: BusSurroundings,
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
          topicPrefix: config.kafkaTopicPrefix,
          partitions: config.kafkaPartitions,
          replication: config.kafkaReplication,
        });
  for (const publisher of publishers) {
    if (publisher !== service) bus.registerSource(publisher, peerEventSource(peers, publisher));
  }
  return bus;
}
