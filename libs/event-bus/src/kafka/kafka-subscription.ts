import { backoffMs, type EventMessage } from '@skyshelf/contracts';
import type { Kafka, KafkaMessage } from 'kafkajs';
import type { Backlog } from '../bus-metrics.js';
import { ConsumerStoppedError } from '../consumer/consumer-deps.js';
import { defaultOutagePause, pauseForReal } from '../consumer/pause.js';
import type { DurableConsumer } from '../consumer/durable-consumer.js';
import type { Subscription } from '../port.js';
import { fromCloudEvent } from './cloud-event.js';
import { GroupReader } from './group-reader.js';
import type { KafkaMetrics } from './kafka-metrics.js';
import type { KafkaBusOptions } from './kafka-settings.js';
import { OffsetCommits } from './offset-commits.js';
import { PartitionProgress, keyOf, type TopicPartition } from './partition-progress.js';
import { UnsafeTopicError } from './topic-rules.js';
import { withinMs } from './within-ms.js';
import type { Topics } from './topics.js';

/** The number is so large that one retried drive does not soon stop the others. */
const MOST_IN_HAND = 1_000;
/** Events that a crash would repeat. */
const MOST_SPAN = 20_000;
/** Milliseconds that each of a stop's two steps waits for a silent Kafka. */
const STOP_MS = 3_000;
const LOOK_MS = 1_000;

export interface KafkaSubscriptionDeps {
  kafka: Kafka;
  options: KafkaBusOptions;
  topics: Topics;
  names: readonly string[];
  groupId: string;
  durable: DurableConsumer;
  metrics: KafkaMetrics;
}

interface Reading extends TopicPartition {
  progress: PartitionProgress;
  paused: boolean;
  highWatermark: bigint;
  next: bigint;
}

const newReading = (place: TopicPartition): Reading => ({
  ...place,
  progress: new PartitionProgress(),
  paused: false,
  highWatermark: 0n,
  next: 0n,
});

/** An offset is committed when everything before it has been passed, so a retried drive holds up no other. */
export class KafkaSubscription implements Subscription {
  private readonly readings = new Map<string, Reading>();
  private readonly reader: GroupReader;
  private readonly stopping = new AbortController();
  private readonly commits: OffsetCommits;
  private generations = 0;

  private readonly mostInHand: number;

  constructor(private readonly deps: KafkaSubscriptionDeps) {
    const { kafka, options, groupId, names, topics, metrics } = deps;
    this.mostInHand = options.inHand ?? MOST_IN_HAND;
    this.reader = new GroupReader({
      kafka,
      log: options.logger,
      pause: options.pause ?? pauseForReal,
      groupId,
      topics: names,
      prepare: async () => void (await Promise.all(names.map((name) => topics.ensure(name)))),
      take: (place, messages, highWatermark) => this.take(place, messages, highWatermark),
      assigned: (places) => this.assigned(places),
      broken: () => metrics.reconnects.add({}),
    });
    this.commits = new OffsetCommits(this.reader, () => this.readings.values(), options.logger);
  }

  /** Goes on without a place in the group after the timeout. */
  async start(timeoutMs: number): Promise<void> {
    const { durable, names } = this.deps;
    await durable.start();
    if (names.length === 0) return;
    const waited = new AbortController();
    const timeout = pauseForReal(timeoutMs, waited.signal).then(
      () => false,
      () => false,
    );
    await Promise.race([this.checkTopics(), timeout]);
    this.reader.start();
    this.commits.start();
    const joined = await Promise.race([this.reader.firstJoin.then(() => true), timeout]);
    waited.abort();
    if (!joined)
      this.deps.options.logger.warn(
        { alert: 'kafka-away', group: this.deps.groupId },
        'Kafka is not there yet: events are read as soon as it is',
      );
  }

  deliver(events: readonly EventMessage[]): Promise<void> {
    return this.deps.durable.deliver(events);
  }

  rereadCursors(): Promise<void> {
    return this.deps.durable.rereadCursors();
  }

  async stop(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.reader.close();
    await this.deps.durable.stop();
    this.stopping.abort();
    // What can't be committed is repeated and recognised.
    await withinMs(STOP_MS, this.commits.stop()).catch(() => undefined);
    await withinMs(STOP_MS, this.reader.stop()).catch(() => undefined);
    this.readings.clear();
  }

  get partitions(): number {
    return this.readings.size;
  }

  /** Counts messages in flight and on the broker. */
  async backlog(): Promise<Backlog> {
    const own = this.deps.durable.backlog();
    await this.lookAtEnds();
    const unread = [...this.readings.values()].reduce(
      (sum, { highWatermark, next }) => sum + Math.max(0, Number(highWatermark - next)),
      0,
    );
    return { ...own, waiting: own.waiting + unread };
  }

  /** A partition that isn't fetched doesn't report its end. */
  private async lookAtEnds(): Promise<void> {
    const paused = [...this.readings.values()].filter((reading) => reading.paused);
    const topics = [...new Set(paused.map(({ topic }) => topic))];
    const looking = topics.map(async (topic) => {
      const ends = await this.deps.topics.ends(topic);
      for (const reading of paused) {
        if (reading.topic === topic)
          reading.highWatermark = ends.get(reading.partition) ?? reading.highWatermark;
      }
    });
    // Without Kafka the last known figures are used.
    await withinMs(LOOK_MS, Promise.all(looking)).catch(() => undefined);
  }

  /** @throws UnsafeTopicError, but not when Kafka is away */
  private async checkTopics(): Promise<void> {
    const { names, topics } = this.deps;
    await Promise.all(
      names.map((name) =>
        topics.ensure(name).catch((error: unknown) => {
          if (error instanceof UnsafeTopicError) throw error;
        }),
      ),
    );
  }

  private assigned(places: readonly TopicPartition[]): void {
    const kept = new Map(this.readings);
    this.readings.clear();
    for (const place of places) {
      const reading = kept.get(keyOf(place)) ?? newReading(place);
      reading.paused = false;
      this.readings.set(keyOf(place), reading);
    }
    this.generations += 1;
    if (this.generations > 1) {
      this.deps.metrics.rebalances.add({});
      // Others may have gone on with drives that come back to us.
      this.deps.durable.forgetIdle();
    }
    const { options, groupId } = this.deps;
    options.logger.info({ group: groupId, partitions: places.length }, 'Partitions were shared out');
  }

  private take(place: TopicPartition, messages: readonly KafkaMessage[], highWatermark: bigint): void {
    const reading = this.readings.get(keyOf(place));
    if (!reading) return;
    reading.highWatermark = highWatermark;
    for (const message of messages) this.handOver(reading, message);
    const { progress } = reading;
    if (progress.size >= this.mostInHand || progress.span >= MOST_SPAN) this.pause(reading);
  }

  private handOver(reading: Reading, message: KafkaMessage): void {
    const offset = BigInt(message.offset);
    reading.next = offset + 1n;
    reading.progress.take(offset);
    const event = this.read(reading, message);
    if (!event) return reading.progress.passed(offset);
    void this.pass(reading, offset, event);
  }

  /** Only a stop throws here: the event is repeated after the next start. */
  private async pass(reading: Reading, offset: bigint, event: EventMessage): Promise<void> {
    const { logger, pause = pauseForReal } = this.deps.options;
    for (let failures = 1; ; failures += 1) {
      try {
        await this.deps.durable.deliverFromBroker([event]);
        return this.passed(reading, offset);
      } catch (err) {
        if (err instanceof ConsumerStoppedError || this.stopping.signal.aborted) return;
        const fields = { alert: 'event-not-passed', event: event.id, type: event.type, failures, err };
        logger.error(fields, 'An event could not be passed and is tried again');
      }
      await pause(backoffMs(defaultOutagePause, failures), this.stopping.signal).catch(() => undefined);
    }
  }

  private read({ topic, partition }: TopicPartition, message: KafkaMessage): EventMessage | null {
    try {
      return fromCloudEvent(message);
    } catch (err) {
      this.deps.metrics.unreadable.add({ topic });
      const fields = { alert: 'unreadable-message', topic, partition, offset: message.offset, err };
      this.deps.options.logger.error(fields, 'A message is no event of this product and is skipped');
      return null;
    }
  }

  private passed(reading: Reading, offset: bigint): void {
    const { progress } = reading;
    progress.passed(offset);
    const room = progress.size < this.mostInHand / 2 && progress.span < MOST_SPAN;
    if (reading.paused && room) {
      reading.paused = false;
      this.reader.resume(reading);
    }
  }

  private pause(reading: Reading): void {
    if (reading.paused) return;
    reading.paused = true;
    this.reader.pause(reading);
  }
}
