import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { BusClock, BusLog } from '../bus-log.js';
import type { Pause } from '../consumer/pause.js';
import type { EventBus } from '../port.js';
import { FailurePace } from './failure-pace.js';
import type { RelayMetrics } from './relay-metrics.js';
import type { SlotLeases } from './slot-leases.js';
import type { Relay } from './start-relay.js';
import { WakeUp } from './wake-up.js';

export interface RelayParts {
  service: ServiceName;
  outbox: Outbox;
  bus: Pick<EventBus, 'publish'>;
  clock: BusClock;
  log: BusLog;
  metrics: RelayMetrics;
  pause: Pause;
  leases: SlotLeases;
  batch: number;
  pollMs: number;
}

/** A hand-over that takes longer than this holds up no later events of its drive: one slow consumer must not delay the others. Milliseconds. */
const SLOW_MS = 100;
/** Events handed over and not yet cleared; beyond that it reads on only when some are through. */
const MAX_IN_FLIGHT = 2_000;

export class OutboxRelay implements Relay {
  private readonly wake: WakeUp;
  /** Ids handed over and not yet cleared. */
  private readonly inFlight = new Set<string>();
  /** Start of the youngest hand-over of a drive, milliseconds, for drives that have one. */
  private readonly busy = new Map<DriveId, { since: number; handovers: number }>();
  /** Drives with more to publish than is under way. */
  private readonly held = new Set<DriveId>();
  private readonly handovers = new Set<Promise<void>>();
  private running: Promise<void> = Promise.resolve();
  private readonly reading: FailurePace;
  private readonly publishing: FailurePace;
  private stopped = false;
  private drainUntil = 0;

  constructor(private readonly parts: RelayParts) {
    const { service, log, pause } = parts;
    this.wake = new WakeUp(pause);
    this.reading = new FailurePace(log, { service, alert: 'outbox-unreadable' }, pause);
    this.publishing = new FailurePace(log, { service, alert: 'events-not-published' }, pause);
  }

  start(): void {
    this.running = this.run();
  }

  poke(): void {
    this.wake.poke();
  }

  async stop({ drainMs = 5_000 }: { drainMs?: number } = {}): Promise<void> {
    if (!this.stopped) {
      this.stopped = true;
      this.drainUntil = this.parts.clock.now().getTime() + drainMs;
      this.poke();
    }
    await this.running;
  }

  private async run(): Promise<void> {
    for (let drained = false; !drained; ) {
      try {
        const idle = await this.round();
        this.reading.succeeded();
        drained = this.stopped && idle;
        if (!drained) await this.wake.sleep(this.held.size > 0 || this.stopped ? SLOW_MS : this.parts.pollMs);
      } catch (error) {
        await this.failed(this.reading, error);
      }
      if (this.stopped && this.parts.clock.now().getTime() >= this.drainUntil) drained = true;
    }
    await Promise.race([Promise.all(this.handovers), this.parts.pause(Math.max(0, this.drainUntil - this.parts.clock.now().getTime()))]);
    await this.parts.leases.release().catch((error: unknown) => {
      this.parts.log.debug({ service: this.parts.service, err: error }, 'The leases could not be let go; they will run out');
    });
  }

  /** @returns whether nothing is left to do */
  private async round(): Promise<boolean> {
    const slots = await this.parts.leases.held();
    if (slots.length === 0) return true;
    if (this.inFlight.size >= MAX_IN_FLIGHT) return false;
    const limit = this.parts.batch + this.inFlight.size;
    const events = await this.parts.outbox.pending(slots, limit);
    this.held.clear();
    const fresh = Map.groupBy(events.filter(({ id }) => !this.inFlight.has(id)), ({ drive }) => drive);
    for (const [drive, its] of fresh) this.handOver(drive, its);
    if (events.length === limit && fresh.size > this.held.size) this.poke();
    return events.length === 0 && this.handovers.size === 0;
  }

  private handOver(drive: DriveId, events: readonly EventMessage[]): void {
    const now = this.parts.clock.now().getTime();
    const busy = this.busy.get(drive);
    if (busy && now - busy.since < SLOW_MS) {
      this.held.add(drive);
      return;
    }
    this.busy.set(drive, { since: now, handovers: (busy?.handovers ?? 0) + 1 });
    for (const { id } of events) this.inFlight.add(id);
    const handover = this.publish(events).finally(() => {
      this.handovers.delete(handover);
      this.ended(drive, events);
    });
    this.handovers.add(handover);
  }

  private async publish(events: readonly EventMessage[]): Promise<void> {
    const { bus, outbox, metrics } = this.parts;
    try {
      await bus.publish(events);
      await outbox.markPublished(events.map(({ id }) => id));
      metrics.published.add({}, events.length);
      this.publishing.succeeded();
    } catch (error) {
      await this.failed(this.publishing, error);
    }
  }

  private ended(drive: DriveId, events: readonly EventMessage[]): void {
    for (const { id } of events) this.inFlight.delete(id);
    const busy = this.busy.get(drive);
    if (busy && busy.handovers > 1) busy.handovers -= 1;
    else this.busy.delete(drive);
    if (this.held.has(drive) || this.stopped) this.poke();
  }

  /** What failed stays in the outbox; it is read again after a pause. */
  private async failed(pace: FailurePace, error: unknown): Promise<void> {
    this.parts.metrics.failures.add({});
    await pace.failed(error, this.stopped ? SLOW_MS : Infinity);
  }
}
