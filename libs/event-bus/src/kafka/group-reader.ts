import type { Consumer as Group, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { BusLog } from '../bus-log.js';
import { pauseAfter, type GrowingPause, type Pause } from '../consumer/pause.js';
import { quickRetry } from './kafka-client.js';

/** One partition of a topic. */
export interface Place {
  topic: string;
  partition: number;
}

/** What is read, and who takes it. */
export interface GroupReaderParts {
  kafka: Kafka;
  log: BusLog;
  pause: Pause;
  groupId: string;
  topics: readonly string[];
  /** Before each connection: makes what the group needs. */
  prepare(): Promise<void>;
  /** Takes messages over, at once: it must not wait, because the group's signs of life wait for it. */
  take(place: Place, messages: readonly KafkaMessage[], highWatermark: bigint): void;
  /** The partitions were shared out anew. */
  assigned(places: readonly Place[]): void;
  /** A connection was given up. */
  broken(): void;
}

/**
 * A member that gives no sign of life for so long loses its partitions to the others. Long enough for a stalled process (a full disk, a busy machine),
 * short enough that the work of a killed one goes on soon.
 */
const SESSION_MS = 10_000;
/** How soon a member hears that another has come or gone. */
const HEARTBEAT_MS = 500;
/** How long a broker may hold a request that finds nothing new; also how late a partition is read again after a pause. */
const MAX_WAIT_MS = 250;
/** How long the others may take to join again after a change. */
const REBALANCE_MS = 15_000;
const FETCH_BYTES = 4 * 1024 * 1024;
const PARTITION_BYTES = 256 * 1024;
/** A topic that has grown is noticed within. */
const METADATA_MS = 30_000;

const reconnectPause: GrowingPause = { firstMs: 100, maxMs: 2_000 };

/**
 * A member of a consumer group that comes back whatever happens to it: kafkajs restarts after some errors and not after others, so each end is answered by
 * a new member.
 */
export class GroupReader {
  private readonly leaving = new AbortController();
  private closed = false;
  private group: Group | null = null;
  private running: Promise<void> = Promise.resolve();
  private failures = 0;
  private readonly joined = Promise.withResolvers<void>();
  private places: readonly Place[] = [];
  private current: ReadonlySet<string> = new Set();

  constructor(private readonly parts: GroupReaderParts) {}

  start(): void {
    this.running = this.run();
  }

  /** When it had its first place in the group. */
  get firstJoin(): Promise<void> {
    return this.joined.promise;
  }

  /** Where the next event is to be read after a restart. Nothing happens without a place in the group. */
  async commit(offsets: readonly (Place & { offset: bigint })[]): Promise<boolean> {
    const ours = offsets.filter((place) => this.current.has(keyOf(place)));
    if (!this.group || ours.length === 0) return false;
    await this.group.commitOffsets(
      ours.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) })),
    );
    return true;
  }

  hold(place: Place): void {
    this.group?.pause([{ topic: place.topic, partitions: [place.partition] }]);
  }

  goOn(place: Place): void {
    this.group?.resume([{ topic: place.topic, partitions: [place.partition] }]);
  }

  /** From where a place is read next. */
  seek({ topic, partition }: Place, offset: bigint): void {
    this.group?.seek({ topic, partition, offset: String(offset) });
  }

  /** Takes nothing more; keeps its place in the group until `stop`. */
  close(): void {
    this.closed = true;
    for (const place of this.places) this.hold(place);
  }

  /** Leaves the group, so that the others take over at once. */
  async stop(): Promise<void> {
    this.close();
    this.leaving.abort();
    this.joined.resolve();
    await this.running;
  }

  private async run(): Promise<void> {
    const { log, groupId, pause } = this.parts;
    const { signal } = this.leaving;
    while (!signal.aborted) {
      const error = await this.live();
      if (signal.aborted) return;
      this.failures += 1;
      this.parts.broken();
      const pauseMs = pauseAfter(reconnectPause, this.failures);
      const fields = { alert: 'kafka-away', group: groupId, failures: this.failures, pauseMs, err: error };
      if (this.failures === 1) log.warn(fields, 'A reader of events lost Kafka and comes back');
      else log.error(fields, 'A reader of events still can not come back');
      await pause(pauseMs, signal).catch(() => undefined);
    }
  }

  /** The life of one member. @returns why it ended */
  private async live(): Promise<unknown> {
    const { kafka, groupId } = this.parts;
    const group = kafka.consumer({
      groupId,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_MS,
      maxWaitTimeInMs: MAX_WAIT_MS,
      maxBytes: FETCH_BYTES,
      maxBytesPerPartition: PARTITION_BYTES,
      metadataMaxAge: METADATA_MS,
      allowAutoTopicCreation: false,
      retry: quickRetry,
    });
    const ended = Promise.withResolvers<unknown>();
    const leave = (): void => ended.resolve(null);
    this.leaving.signal.addEventListener('abort', leave);
    group.on(group.events.CRASH, ({ payload }) => ended.resolve(payload.error));
    group.on(group.events.GROUP_JOIN, ({ payload }) => this.assigned(group, payload.memberAssignment));
    try {
      this.join(group).catch((error: unknown) => ended.resolve(error));
      return await ended.promise;
    } finally {
      this.leaving.signal.removeEventListener('abort', leave);
      this.places = [];
      this.current = new Set();
      this.group = null;
      await group.disconnect().catch(() => undefined);
    }
  }

  private async join(group: Group): Promise<void> {
    await this.parts.prepare();
    await group.connect();
    await group.subscribe({ topics: [...this.parts.topics], fromBeginning: true });
    if (this.leaving.signal.aborted) return;
    this.group = group;
    await group.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => this.eachBatch(payload),
    });
  }

  private eachBatch({ batch, resolveOffset }: EachBatchPayload): void {
    const place = { topic: batch.topic, partition: batch.partition };
    if (this.closed || !this.current.has(keyOf(place))) return;
    this.parts.take(place, batch.messages, BigInt(batch.highWatermark));
    resolveOffset(batch.lastOffset());
  }

  private assigned(group: Group, assignment: Record<string, number[]>): void {
    if (this.group !== group) return;
    const places = Object.entries(assignment).flatMap(([topic, partitions]) =>
      partitions.map((partition) => ({ topic, partition })),
    );
    this.places = places;
    this.current = new Set(places.map(keyOf));
    if (this.failures > 0)
      this.parts.log.info(
        { group: this.parts.groupId, failures: this.failures },
        'A reader of events is back',
      );
    this.failures = 0;
    this.parts.assigned(places);
    for (const place of places) {
      if (this.closed) this.hold(place);
      else this.goOn(place);
    }
    this.joined.resolve();
  }
}

export const keyOf = ({ topic, partition }: Place): string => `${topic}/${partition}`;
