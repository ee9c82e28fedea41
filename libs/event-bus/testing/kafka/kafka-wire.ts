import { randomBytes } from 'node:crypto';
import type { ServiceName } from '@skyshelf/contracts';
import type { KafkaAccess } from '@skyshelf/stack';
import type { Admin } from 'kafkajs';
import type { BusOptions } from '../../src/bus-options.js';
import { quietLog } from '../contract/bench.js';
import type { EventBus } from '../../src/port.js';
import { createKafkaBus } from '../../src/kafka/kafka-bus.js';
import { kafkaClient } from '../../src/kafka/kafka-client.js';
import { topicOf, type KafkaBusOptions, type KafkaSettings } from '../../src/kafka/kafka-settings.js';

/** Topics and groups of one test, told apart from all others by their prefix. */
export class KafkaWire {
  readonly settings: KafkaSettings & Partial<KafkaBusOptions>;
  private opened = 0;

  constructor({ brokers, sasl }: KafkaAccess, settings: Partial<KafkaBusOptions> = {}) {
    this.settings = {
      brokers,
      sasl,
      topicPrefix: `test-${randomBytes(6).toString('hex')}`,
      partitions: 2,
      replication: 1,
      replica: 'test',
      ...settings,
    };
  }

  async open(options: BusOptions & Partial<KafkaBusOptions>): Promise<EventBus> {
    this.opened += 1;
    return createKafkaBus({
      ...this.settings,
      replica: `test-${this.opened}`,
      joinTimeoutMs: 30_000,
      ...options,
    });
  }

  async admin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = kafkaClient(this.settings, quietLog).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  topic(service: ServiceName): string {
    return topicOf(this.settings, service);
  }

  committed(consumer: ServiceName, source: ServiceName): Promise<number[]> {
    return this.admin(async (admin) => {
      const [found] = await admin.fetchOffsets({
        groupId: topicOf(this.settings, consumer),
        topics: [this.topic(source)],
      });
      return (found?.partitions ?? [])
        .toSorted((a, b) => a.partition - b.partition)
        .map(({ offset }) => Number(offset));
    });
  }

  /** Removes its topics, so that a broker of many tests stays quick. */
  async dispose(): Promise<void> {
    await this.admin(async (admin) => {
      const topics = (await admin.listTopics()).filter((name) =>
        name.startsWith(`${this.settings.topicPrefix}.`),
      );
      if (topics.length > 0) await admin.deleteTopics({ topics });
    });
  }
}
