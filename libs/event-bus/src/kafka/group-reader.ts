import { backoffMs, type Backoff } from '@skyshelf/contracts';
import type { KafkaMessage } from 'kafkajs';
import type { BusLog } from '../bus-options.js';
import type { Pause } from '../consumer/pause.js';
import { GroupMember, type GroupMemberDeps } from './group-member.js';
import type { TopicPartition } from './partition-progress.js';

export interface GroupReaderDeps extends GroupMemberDeps {
  log: BusLog;
  pause: Pause;
  prepare(): Promise<void>;
  broken(): void;
}

const reconnectPause: Backoff = { firstMs: 100, maxMs: 2_000 };

/** Reads as a group member and joins again whatever happens. */
export class GroupReader {
  private readonly leaving = new AbortController();
  private readonly joined = Promise.withResolvers<void>();
  private running: Promise<void> = Promise.resolve();
  private member: GroupMember | null = null;
  private lastId: string | null = null;
  /** Also when it has ended. */
  private lastJoined: GroupMember | null = null;
  private closed = false;
  private failures = 0;

  constructor(private readonly deps: GroupReaderDeps) {}

  start(): void {
    this.running = this.run();
  }

  get firstJoin(): Promise<void> {
    return this.joined.promise;
  }

  get hasRead(): boolean {
    return this.lastJoined !== null;
  }

  /** It is also true while the member gets its next place in the running rebalance. */
  get reads(): boolean {
    return this.member !== null && this.member === this.lastJoined;
  }

  /** @returns false when there is no member to commit by */
  async commit(offsets: readonly (TopicPartition & { offset: bigint })[]): Promise<boolean> {
    const { member } = this;
    const ours = offsets.filter((place) => member?.has(place));
    if (!member || ours.length === 0) return false;
    await member.commit(ours);
    return true;
  }

  pause(place: TopicPartition): void {
    this.member?.pause(place);
  }

  resume(place: TopicPartition): void {
    if (!this.closed) this.member?.resume(place);
  }

  seek(place: TopicPartition, offset: bigint): void {
    this.member?.seek(place, offset);
  }

  /** Keeps its place until `stop`. */
  close(): void {
    this.closed = true;
    this.member?.close();
  }

  async stop(): Promise<void> {
    this.close();
    this.leaving.abort();
    this.joined.resolve();
    await this.member?.stop();
    await this.running;
  }

  private async run(): Promise<void> {
    const { log, groupId, pause, broken } = this.deps;
    const { signal } = this.leaving;
    while (!signal.aborted) {
      const error = await this.live();
      if (signal.aborted) return;
      this.failures += 1;
      broken();
      const pauseMs = backoffMs(reconnectPause, this.failures);
      const fields = { alert: 'kafka-away', group: groupId, failures: this.failures, pauseMs, err: error };
      if (this.failures === 1) log.warn(fields, 'A reader of events lost Kafka and comes back');
      else log.error(fields, 'A reader of events still cannot come back');
      await pause(pauseMs, signal).catch(() => undefined);
    }
  }

  /** @returns why it ended */
  private async live(): Promise<unknown> {
    const { leaving, deps } = this;
    const member: GroupMember = new GroupMember({
      ...deps,
      assigned: (places) => this.assigned(member, places),
      take: (place: TopicPartition, messages: readonly KafkaMessage[], highWatermark) => {
        if (this.member === member) deps.take(place, messages, highWatermark);
      },
    });
    this.member = member;
    const joining = (async () => {
      await deps.prepare();
      if (!leaving.signal.aborted) await member.join(this.lastId);
    })();
    const failed = joining.then(
      () => member.ended,
      (error: unknown) => error,
    );
    const reason = await Promise.race([failed, member.ended]);
    this.lastId = member.id ?? this.lastId;
    this.member = null;
    // Ending may hang: it isn't waited for.
    void member.stop();
    return reason;
  }

  private assigned(member: GroupMember, places: readonly TopicPartition[]): void {
    if (this.member !== member) return;
    this.lastJoined = member;
    if (this.closed) member.close();
    const { log, groupId, assigned } = this.deps;
    if (this.failures > 0)
      log.info({ group: groupId, failures: this.failures }, 'A reader of events is back');
    this.failures = 0;
    assigned(places);
    this.joined.resolve();
  }
}
