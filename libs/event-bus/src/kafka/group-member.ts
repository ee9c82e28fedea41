import type { Cluster, Consumer, EachBatchPayload, Kafka, KafkaMessage, RetryOptions } from 'kafkajs';
import kafkajs from 'kafkajs';
import { endReading, leaveGroup } from './leave-group.js';
import { keyOf, type TopicPartition } from './partition-progress.js';

export interface GroupMemberDeps {
  kafka: Pick<Kafka, 'consumer'>;
  groupId: string;
  topics: readonly string[];
  /** Must not wait: heartbeats wait for it. */
  take(place: TopicPartition, messages: readonly KafkaMessage[], highWatermark: bigint): void;
  assigned(places: readonly TopicPartition[]): void;
}

/** A stalled process (a full disk, a busy machine) survives it; a killed one is replaced soon. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 500;
/** Milliseconds that a broker may hold an empty fetch; also how late a partition is read again after a pause. */
const MAX_WAIT_MS = 250;
const REBALANCE_MS = 15_000;
const FETCH_BYTES = 4 * 1024 * 1024;
const PARTITION_BYTES = 256 * 1024;
/** A grown topic's new partitions wait at most this long. */
const METADATA_MS = 5_000;
/** The retries take about 8 s: enough for a new leader. */
const retry: RetryOptions = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  retries: 10,
  restartOnFailure: async () => false,
};
const TICK_MS = 1_000;
/** The group's coordinator counts as lost after so many ticks. */
const MOST_SILENT_TICKS = 4;

/**
 * Ends when kafkajs gives up or the coordinator is silent: kafkajs 2.2.4 keeps asking a dead one and finds
 * its successor only at a new start.
 */
export class GroupMember {
  private readonly consumer: Consumer;
  private readonly end = Promise.withResolvers<unknown>();
  private readonly watch: NodeJS.Timeout;
  private cluster: Cluster | null = null;
  private places: ReadonlyMap<string, TopicPartition> = new Map();
  private silentTicks = 0;
  private joined = false;
  private closed = false;
  private over = false;
  id: string | null = null;

  constructor(private readonly deps: GroupMemberDeps) {
    const { kafka, groupId } = deps;
    this.consumer = kafka.consumer({
      groupId,
      retry,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_MS,
      maxWaitTimeInMs: MAX_WAIT_MS,
      maxBytes: FETCH_BYTES,
      maxBytesPerPartition: PARTITION_BYTES,
      metadataMaxAge: METADATA_MS,
      allowAutoTopicCreation: false,
      partitionAssigners: [
        (config) => {
          this.cluster = config.cluster;
          return kafkajs.PartitionAssigners.roundRobin(config);
        },
      ],
    });
    this.listen();
    this.watch = setInterval(() => this.look(), TICK_MS).unref();
  }

  get ended(): Promise<unknown> {
    return this.end.promise;
  }

  /** @param predecessor an earlier member of this process: it leaves, so that its session isn't waited for */
  async join(predecessor: string | null): Promise<void> {
    const { consumer } = this;
    const { topics, groupId } = this.deps;
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    if (predecessor && this.cluster) await leaveGroup(this.cluster, groupId, predecessor);
    if (this.over) return;
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => this.eachBatch(payload),
    });
  }

  has(place: TopicPartition): boolean {
    return this.places.has(keyOf(place));
  }

  async commit(offsets: readonly (TopicPartition & { offset: bigint })[]): Promise<void> {
    await this.consumer.commitOffsets(
      offsets.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) })),
    );
  }

  pause({ topic, partition }: TopicPartition): void {
    this.tell(() => this.consumer.pause([{ topic, partitions: [partition] }]));
  }

  resume({ topic, partition }: TopicPartition): void {
    this.tell(() => this.consumer.resume([{ topic, partitions: [partition] }]));
  }

  seek({ topic, partition }: TopicPartition, offset: bigint): void {
    this.tell(() => this.consumer.seek({ topic, partition, offset: String(offset) }));
  }

  /** Keeps its place in the group. */
  close(): void {
    this.closed = true;
    for (const place of this.places.values()) this.pause(place);
  }

  /** Leaves the group, so that others take over at once. */
  async stop(): Promise<void> {
    this.finish(null);
    if (this.cluster) endReading(this.cluster);
    await this.consumer.disconnect().catch(() => undefined);
  }

  /** kafkajs refuses orders once it stops, which it reports later. */
  private tell(order: () => void): void {
    if (!this.joined || this.over) return;
    try {
      order();
    } catch (error) {
      this.finish(error);
    }
  }

  private finish(reason: unknown): void {
    this.over = true;
    clearInterval(this.watch);
    this.end.resolve(reason);
  }

  private listen(): void {
    const { consumer } = this;
    const { CRASH, GROUP_JOIN, HEARTBEAT, REBALANCING } = consumer.events;
    consumer.on(CRASH, ({ payload }) => this.finish(payload.error));
    consumer.on(REBALANCING, () => {
      this.joined = false;
    });
    consumer.on(HEARTBEAT, () => {
      this.silentTicks = 0;
    });
    consumer.on(GROUP_JOIN, ({ payload }) => this.assigned(payload.memberId, payload.memberAssignment));
  }

  /** Counts looks, not time: this process may have been suspended. */
  private look(): void {
    if (!this.joined) return;
    this.silentTicks += 1;
    if (this.silentTicks > MOST_SILENT_TICKS)
      this.finish(new Error('The coordinator of the group is silent'));
  }

  private eachBatch({ batch, resolveOffset }: EachBatchPayload): void {
    const place = { topic: batch.topic, partition: batch.partition };
    if (this.closed || this.over || !this.has(place)) return;
    this.deps.take(place, batch.messages, BigInt(batch.highWatermark));
    resolveOffset(batch.lastOffset());
  }

  private assigned(id: string, assignment: Record<string, number[]>): void {
    if (this.over) return;
    this.id = id;
    this.joined = true;
    this.silentTicks = 0;
    const places = Object.entries(assignment).flatMap(([topic, partitions]) =>
      partitions.map((partition) => ({ topic, partition })),
    );
    this.places = new Map(places.map((place) => [keyOf(place), place]));
    this.deps.assigned(places);
    for (const place of places) {
      if (this.closed) this.pause(place);
      else this.resume(place);
    }
  }
}
