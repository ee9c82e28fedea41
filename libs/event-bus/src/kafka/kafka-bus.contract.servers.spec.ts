import type { KafkaAccess } from '@skyshelf/stack';
import { canTest, testKafka } from '@skyshelf/testing';
import { beforeAll, describe } from 'vitest';
import { eventBusContract } from '../../testing/event-bus.contract.js';
import { KafkaWire } from '../../testing/kafka/kafka-wire.js';

describe.skipIf(!(await canTest('kafka')))('with a broker', () => {
  let kafka: KafkaAccess;
  beforeAll(async () => {
    kafka = await testKafka();
  }, 180_000);
  eventBusContract('The bus over Kafka', async () => new KafkaWire(kafka));
});
