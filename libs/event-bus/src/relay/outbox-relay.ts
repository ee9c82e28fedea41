import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import { messageOf, slotOf, type CommittedEvent, type Outbox, type YoungEvents } from '@skyshelf/event-store';
import type { BusClock, BusLog } from '../bus-options.js';
import type { Pause } from '../consumer/pause.js';
import { traceSending } from '../event-spans.js';
import type { EventBus } from '../port.js';
import { CommittedEvents } from './committed-events.js';
import { EventsInFlight } from './events-in-flight.js';
import { FailurePace, WakeUp } from './relay-pace.js';
import type { RelayMetrics } from './relay-metrics.js';
import type { SlotLeases } from './slot-leases.js';
import type { Relay } from './relay.js';

export interface RelayDeps {
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
  lateMs: number;
}

/** Unit: milliseconds. A slower hand-over, of one slow consumer, doesn't hold up its drive's later events. */
const SLOW_MS = 100;
const MAX_IN_FLIGHT = 2_000;
/** Unit: milliseconds. A slower hand-over, of one slow consumer, doesn't hold up its drive's later events. */
const SETTLING_MS = 1_000;

const END_OF_TIME = new Date(8.64e15);

export class OutboxRelay implements Relay {
  private readonly wake: WakeUp;
  private readonly inFlight = new EventsInFlight();
  /** The times until which reads may show cleared ids; in that order. */
  private readonly settling = new Map<string, number>();
  private readonly busy = new Map<DriveId, { since: number; handovers: number }>();
  private readonly more = new Set<DriveId>();
  private readonly committed = new CommittedEvents();
  private readonly handovers = new Set<Promise<void>>();
  private running: Promise<void> = Promise.resolve();
  private readonly reading: FailurePace;
  private readonly publishing: FailurePace;
  /** False while it takes what lay there before, whatever its age. */
  private begun = false;
  private stopped = false;
  private lookedForLate = -Infinity;
  private drainUntil = 0;

  constructor(private readonly deps: RelayDeps) {
    const { service, log, pause } = deps;
    this.wake = new WakeUp(pause);
    this.reading = new FailurePace(log, { service, alert: 'outbox-unreadable' }, pause);
    this.publishing = new FailurePace(log, { service, alert: 'events-not-published' }, pause);
  }

  start(): void {
    this.running = this.run();
  }

  poke(drive?: DriveId, committed: readonly CommittedEvent[] = []): void {
    const messages = committed.map((event) => messageOf(this.deps.service, event));
    if (drive !== undefined && messages.length > 0) this.committed.add(drive, messages);
    if (drive === undefined) this.expectMoreOfBusy();
    else this.more.add(drive);
    this.wake.poke();
  }

  async stop({ drainMs = 5_000 }: { drainMs?: number } = {}): Promise<void> {
    if (!this.stopped) {
      this.stopped = true;
      this.drainUntil = this.deps.clock.now().getTime() + drainMs;
      this.poke();
    }
    await this.running;
  }

  private async run(): Promise<void> {
    for (let drained = false; !drained;) {
      try {
        // A look that began before the stop may have missed some.
        const isLast = this.stopped;
        const idle = await this.round();
        this.reading.succeeded();
        drained = isLast && idle;
        if (!drained) await this.sleep();
      } catch (error) {
        await this.failed(this.reading, error);
      }
      if (this.stopped && this.deps.clock.now().getTime() >= this.drainUntil) drained = true;
    }
    await this.deps.leases.release().catch((error: unknown) => {
      this.deps.log.debug(
        { service: this.deps.service, err: error },
        'The leases could not be let go; they will run out',
      );
    });
  }

  private async sleep(): Promise<void> {
    const poked = await this.wake.sleep(this.more.size > 0 || this.stopped ? SLOW_MS : this.deps.pollMs);
    // Another process may have written.
    if (!poked) this.expectMoreOfBusy();
  }

  private expectMoreOfBusy(): void {
    for (const drive of this.busy.keys()) this.more.add(drive);
  }

  private async round(): Promise<boolean> {
    const slots = await this.deps.leases.held();
    if (slots.length === 0 && this.more.size === 0) return true;
    if (this.inFlight.size >= MAX_IN_FLIGHT) return false;
    const resting = this.resting();
    const due = [...this.more].filter((drive) => !resting.has(drive));
    for (const drive of due) this.more.delete(drive);
    const awaited = due.filter((drive) => !this.handOverCommitted(drive));
    const limit = this.deps.batch + this.settling.size;
    const underWay = this.inFlight.underWay(resting, awaited);
    const events = await this.deps.outbox
      .pending(this.looksForLate() ? slots : [], limit, underWay, this.young(awaited))
      .catch((error: unknown) => {
        for (const drive of awaited) this.more.add(drive);
        throw error;
      });
    this.begun ||= events.length < limit;
    const fresh = events.filter((event) => this.isFresh(event));
    for (const [drive, its] of Map.groupBy(fresh, (event) => event.drive)) this.handOver(drive, its);
    this.forgetSettled();
    const last = events.at(-1);
    // The last drive may go on behind the page.
    if (last && events.length === limit) for (const drive of [...awaited, last.drive]) this.poke(drive);
    return fresh.length === 0 && resting.size === 0 && this.handovers.size === 0 && this.more.size === 0;
  }

  private isFresh({ id }: EventMessage): boolean {
    return !this.inFlight.has(id) && !this.settling.has(id);
  }

  /** False: its events have to be read. */
  private handOverCommitted(drive: DriveId): boolean {
    const events = this.committed.take(drive).filter((event) => this.isFresh(event));
    if (events.length === 0 || !this.begun || this.stopped) return false;
    this.handOver(drive, events);
    return true;
  }

  /** Reads as often as without pokes: under load those come all the time. */
  private looksForLate(): boolean {
    const now = this.deps.clock.now().getTime();
    if (this.begun && !this.stopped && now - this.lookedForLate < this.deps.pollMs / 2) return false;
    this.lookedForLate = now;
    return true;
  }

  /** Another process publishes what it committed; leftovers are the lease holder's. */
  private young(drives: readonly DriveId[]): YoungEvents {
    const { clock, lateMs } = this.deps;
    const everything = !this.begun || this.stopped;
    return { drives, since: everything ? END_OF_TIME : new Date(clock.now().getTime() - lateMs) };
  }

  /** Their hand-over is not slow yet. */
  private resting(): ReadonlySet<DriveId> {
    const now = this.deps.clock.now().getTime();
    const young = [...this.busy].filter(([, { since }]) => now - since < SLOW_MS);
    return new Set(young.map(([drive]) => drive));
  }

  private forgetSettled(): void {
    const now = this.deps.clock.now().getTime();
    for (const [id, until] of this.settling) {
      if (until > now) return;
      this.settling.delete(id);
    }
  }

  private handOver(drive: DriveId, events: readonly EventMessage[]): void {
    const now = this.deps.clock.now().getTime();
    this.busy.set(drive, { since: now, handovers: (this.busy.get(drive)?.handovers ?? 0) + 1 });
    this.committed.handedOver(drive, events);
    for (const event of events) this.inFlight.add(event);
    const handover = this.publish(events).then((done) => {
      this.handovers.delete(handover);
      this.ended(drive, events, done);
    });
    this.handovers.add(handover);
  }

  private async publish(events: readonly EventMessage[]): Promise<boolean> {
    const { bus, outbox, metrics } = this.deps;
    const traced = traceSending(events);
    try {
      await bus.publish(traced.events);
      traced.end();
      await outbox.markPublished(events.map(({ id }) => id));
      metrics.published.add({}, events.length);
      this.publishing.succeeded();
      return true;
    } catch (error) {
      traced.end(error);
      await this.failed(this.publishing, error);
      return false;
    }
  }

  private ended(drive: DriveId, events: readonly EventMessage[], done: boolean): void {
    const until = this.deps.clock.now().getTime() + SETTLING_MS;
    for (const { id } of events) {
      this.inFlight.delete(id);
      if (done) this.settling.set(id, until);
    }
    const busy = this.busy.get(drive);
    if (busy && busy.handovers > 1) busy.handovers -= 1;
    else this.busy.delete(drive);
    if (!done) this.committed.forget(drive);
    // The lease holder takes what is not ours.
    const again = !done && this.deps.leases.holds(slotOf(drive));
    if (again || this.more.has(drive) || this.stopped) this.poke(drive);
  }

  /** It stays in the outbox. */
  private async failed(pace: FailurePace, error: unknown): Promise<void> {
    this.deps.metrics.failures.add({});
    // A consumer that stopped before us takes the rest after the next start.
    if (this.stopped) this.drainUntil = 0;
    else await pace.failed(error);
  }
}
