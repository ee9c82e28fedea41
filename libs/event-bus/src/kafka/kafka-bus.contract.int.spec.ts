import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { eventBusContract } from '../event-bus.contract.js';
import { createKafkaBus } from './kafka-bus.js';

const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? [];

describe.skipIf(brokers.length === 0)('with a broker', () => {
  eventBusContract('The bus over Kafka', async () => {
    const topicPrefix = `contract-${randomBytes(6).toString('hex')}`;
    return {
      open: async (options) =>
        createKafkaBus({
          ...options,
          brokers,
          topicPrefix,
          partitions: 2,
          replication: 1,
          replica: 'test',
          joinPatienceMs: 30_000,
        }),
      dispose: async () => undefined,
    };
  });
});
