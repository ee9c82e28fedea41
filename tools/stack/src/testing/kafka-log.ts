import { Kafka, logLevel } from 'kafkajs';
import { waitUntil } from '../wait-until.js';

/** A topic of one partition: enough to see that brokers keep what they have acknowledged. */
export class KafkaLog {
  readonly #kafka: Kafka;

  constructor(
    brokers: string[],
    readonly topic: string,
  ) {
    this.#kafka = new Kafka({
      ...{ brokers, clientId: 'stack-test', logLevel: logLevel.NOTHING },
      ...{ requestTimeout: 10_000, retry: { retries: 40, initialRetryTime: 100, maxRetryTime: 1_000 } },
    });
  }

  async create(copies: number): Promise<void> {
    const admin = this.#kafka.admin();
    await connect(admin);
    try {
      const topics = [{ topic: this.topic, numPartitions: 1, replicationFactor: copies }];
      await admin.createTopics({ topics, waitForLeaders: true });
    } finally {
      await admin.disconnect();
    }
  }

  /** The id of the broker that leads the partition. */
  async leader(): Promise<number> {
    const admin = this.#kafka.admin();
    await connect(admin);
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: [this.topic] });
      const leader = topics[0]?.partitions[0]?.leader;
      if (leader === undefined) throw new Error(`${this.topic} has no leader`);
      return leader;
    } finally {
      await admin.disconnect();
    }
  }

  async append(text: string): Promise<void> {
    const producer = this.#kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await connect(producer);
    try {
      await producer.send({ topic: this.topic, acks: -1, messages: [{ value: text, partition: 0 }] });
    } finally {
      await producer.disconnect();
    }
  }

  /** How many texts it holds that all in-sync brokers have. */
  async count(): Promise<number> {
    const admin = this.#kafka.admin();
    await connect(admin);
    try {
      const [partition] = await admin.fetchTopicOffsets(this.topic);
      return Number(partition?.high) - Number(partition?.low);
    } finally {
      await admin.disconnect();
    }
  }
}

/** A proxy accepts for a broker that is gone, and then resets: kafkajs gives up on that instead of asking the next broker. */
async function connect(client: { connect(): Promise<void> }): Promise<void> {
  const connected = () =>
    client.connect().then(
      () => true,
      () => false,
    );
  await waitUntil(connected, { deadlineMs: 60_000, complaint: 'no broker can be reached' });
}
