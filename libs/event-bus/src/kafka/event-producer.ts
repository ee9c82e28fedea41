import type { EventMessage } from '@skyshelf/contracts';
import type { Kafka, Producer } from 'kafkajs';
import type { BusLog } from '../bus-options.js';
import { toCloudEvent } from './cloud-event.js';
import { quickRetry } from './kafka-client.js';
import { topicOf, type KafkaSettings } from './kafka-settings.js';
import { partitionOf, PartitionQueue, type WireMessage } from './partition-queue.js';
import type { Topics } from './topics.js';
import { withinMs } from './within-ms.js';

const ACK_ALL = -1;
/** How long a broker waits for its replicas, milliseconds. */
const ACK_MS = 4_000;

/** Unit: milliseconds. kafkajs 2.2.4 nests the retries of its timed requests: minutes when there is no other broker. */
const SEND_MS = 10_000;

/** kafkajs 2.2.4 passes over partitions that its metadata lack, as those of a topic that has just grown. */
class UnstoredError extends Error {
  constructor(topic: string, partition: number) {
    super(`Partition ${partition} of ${topic} is not known yet: its events are not stored`);
    this.name = 'UnstoredError';
  }
}

interface Line {
  producer: Promise<Producer>;
  users: number;
}

/**
 * Idempotent, acknowledged by all in-sync replicas, one partition a request: kafkajs 2.2.4 silently loses
 * acknowledged events when a leader dies and one `send` spans partitions, as its retry skips brokers that
 * answered before, though partitions have moved to them since.
 */
export class EventProducer {
  private readonly queues = new Map<string, PartitionQueue>();
  private current: Line | null = null;
  private closed = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly settings: KafkaSettings,
    private readonly topics: Pick<Topics, 'ensure' | 'forget'>,
    private readonly log: BusLog,
  ) {}

  /** Resolves at the acknowledgement; a drive's events are stored in order. */
  async publish(events: readonly EventMessage[]): Promise<void> {
    await Promise.all(
      [...Map.groupBy(events, ({ source }) => topicOf(this.settings, source))].map(async ([topic, its]) => {
        const partitions = await this.topics.ensure(topic);
        const byPartition = Map.groupBy(its, ({ drive }) => partitionOf(drive, partitions));
        await Promise.all(
          [...byPartition].map(([partition, those]) =>
            this.queue(topic, partition).push(those.map(toCloudEvent)),
          ),
        );
      }),
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    const line = this.current;
    this.current = null;
    if (line) await this.hangUp(line);
  }

  private queue(topic: string, partition: number): PartitionQueue {
    const key = `${topic}/${partition}`;
    const found = this.queues.get(key);
    if (found) return found;
    const queue = new PartitionQueue((messages) => this.send(topic, partition, messages));
    this.queues.set(key, queue);
    return queue;
  }

  private async send(topic: string, partition: number, messages: readonly WireMessage[]): Promise<void> {
    const line = this.line();
    line.users += 1;
    try {
      const placed = messages.map((message) => ({ ...message, partition }));
      const sent = line.producer.then((producer) =>
        producer.send({ topic, messages: placed, acks: ACK_ALL, timeout: ACK_MS }),
      );
      const stored = await withinMs(SEND_MS, sent);
      if (!stored.some((place) => place.partition === partition)) throw new UnstoredError(topic, partition);
    } catch (error) {
      this.giveUp(line);
      this.topics.forget(topic);
      throw error;
    } finally {
      line.users -= 1;
      if (line.users === 0 && this.current !== line) void this.hangUp(line);
    }
  }

  private line(): Line {
    if (this.closed) throw new Error('The event bus is closed');
    this.current ??= { producer: this.connect(), users: 0 };
    return this.current;
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: quickRetry,
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition ?? 0,
    });
    await producer.connect();
    return producer;
  }

  /**
   * It is unknown whether the broker stored the request. The same producer would reuse its sequence number,
   * and other events would be acknowledged as repeats, unstored.
   */
  private giveUp(line: Line): void {
    if (this.current === line) this.current = null;
  }

  private async hangUp({ producer }: Line): Promise<void> {
    await producer
      .then((open) => open.disconnect())
      .catch((err: unknown) => this.log.debug({ err }, 'A connection to Kafka could not be closed in order'));
  }
}
