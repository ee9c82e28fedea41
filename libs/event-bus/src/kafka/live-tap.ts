import type { EventMessage } from '@skyshelf/contracts';
import type { Kafka, KafkaMessage } from 'kafkajs';
import type { BusClock, BusLog } from '../bus-options.js';
import type { Pause } from '../consumer/pause.js';
import { sourceOfType } from '../consumer/source-of-type.js';
import type { LiveState } from '../port.js';
import { fromCloudEvent } from './cloud-event.js';
import { GroupReader } from './group-reader.js';
import { keyOf, type TopicPartition } from './partition-progress.js';
import type { Topics } from './topics.js';

export interface LiveTapDeps {
  kafka: Kafka;
  log: BusLog;
  clock: BusClock;
  pause: Pause;
  topics: Topics;
  topicOf(service: string): string;
  groupId: string;
  /** Unit: milliseconds since the epoch. */
  since: number;
  types: readonly string[];
  heard(events: readonly EventMessage[]): void;
}

/** The tolerance for clock skew. A live event received twice does no harm. */
const CLOCKS_MS = 2_000;

/** Unit: milliseconds. A join takes several seconds on a busy machine. */
const JOIN_TIMEOUT_MS = 15_000;

/** Reads in a group of its own for each life of a process. It is not durable, but resumes after an interruption. */
export class LiveTap {
  private readonly reader: GroupReader;
  private readonly wanted: ReadonlySet<string>;
  /** A group of one member needs no committed offsets. */
  private readonly positions = new Map<string, bigint>();
  private placed = false;

  constructor(private readonly deps: LiveTapDeps) {
    const { kafka, log, pause, groupId } = deps;
    this.wanted = new Set(deps.types);
    this.reader = new GroupReader({
      kafka,
      log,
      pause,
      groupId,
      topics: this.topicNames(),
      prepare: () => this.prepare(),
      take: (place, messages) => this.take(place, messages),
      assigned: (places) => this.assigned(places),
      broken: () => undefined,
    });
  }

  start(): void {
    this.reader.start();
  }

  state(): LiveState {
    if (this.reader.reads) return 'joined';
    const { clock, since } = this.deps;
    const fresh = !this.reader.hasRead && clock.now().getTime() - since < JOIN_TIMEOUT_MS;
    return fresh ? 'joining' : 'away';
  }

  async stop(): Promise<void> {
    await this.reader.stop();
    const { topics, groupId, log } = this.deps;
    await topics
      .withAdmin((admin) => admin.deleteGroups([groupId]))
      .catch((err: unknown) =>
        log.debug({ group: groupId, err }, 'A group of live events is left to expire'),
      );
  }

  private topicNames(): string[] {
    return [...new Set(this.deps.types.map(sourceOfType))].map((service) => this.deps.topicOf(service));
  }

  private async prepare(): Promise<void> {
    const { topics, since } = this.deps;
    const names = this.topicNames();
    await Promise.all(names.map((name) => topics.ensure(name)));
    if (this.placed) return;
    await topics.withAdmin(async (admin) => {
      for (const topic of names) {
        const places = await admin.fetchTopicOffsetsByTimestamp(topic, since - CLOCKS_MS);
        for (const { partition, offset } of places)
          this.positions.set(keyOf({ topic, partition }), BigInt(offset));
      }
    });
    this.placed = true;
  }

  /** One without a position is new. */
  private assigned(places: readonly TopicPartition[]): void {
    for (const place of places) {
      const position = this.positions.get(keyOf(place));
      if (position !== undefined) this.reader.seek(place, position);
    }
  }

  private take(place: TopicPartition, messages: readonly KafkaMessage[]): void {
    const events = messages.flatMap((message) => {
      this.positions.set(keyOf(place), BigInt(message.offset) + 1n);
      const event = readable(message);
      return event && this.wanted.has(event.type) ? [event] : [];
    });
    this.deps.heard(events);
  }
}

function readable(message: KafkaMessage): EventMessage | null {
  try {
    return fromCloudEvent(message);
  } catch {
    // The durable consumers report it.
    return null;
  }
}
