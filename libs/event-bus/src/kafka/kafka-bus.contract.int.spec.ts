import { describe } from 'vitest';
import { eventBusContract } from '../event-bus.contract.js';
import { KafkaWire } from './testing/kafka-wire.js';

const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? [];

describe.skipIf(brokers.length === 0)('with a broker', () => {
  eventBusContract('The bus over Kafka', async () => new KafkaWire(brokers));
});
