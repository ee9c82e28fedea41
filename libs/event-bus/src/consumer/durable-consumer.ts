import type { DriveId, EventMessage } from '@skyshelf/contracts';
import { makeMissing } from '@skyshelf/event-store';
import type { Backlog } from '../bus-metrics.js';
import type { Subscription } from '../port.js';
import { ConsumerStoppedError, type ConsumerDeps } from './consumer-deps.js';
import { Cursors } from './cursors.js';
import { EventDispatcher } from './event-dispatcher.js';
import { Lane } from './lane.js';
import { ParkedResumption } from './parked-resumption.js';
import { Parking } from './parking.js';
import { RetryLoop } from './retry-loop.js';
import { consumerPlan, SeenMarks } from './seen-marks.js';
import { sourceOfType } from './source-of-type.js';
import { StreamPositions, type StreamPosition } from './stream-positions.js';

/**
 * Takes events past one consumer: one at a time a drive, each effect once. Adapters may forget an event when
 * `deliver` returns.
 */
export class DurableConsumer implements Subscription {
  private readonly stopping = new AbortController();
  private readonly lanes = new Map<DriveId, Lane>();
  private readonly sources: ReadonlySet<string>;
  private readonly together: ReadonlySet<string>;
  private readonly retryLoop: RetryLoop;
  private readonly positions: StreamPositions;
  private readonly seen: SeenMarks;
  private readonly parking: Parking;
  private readonly dispatcher: EventDispatcher;
  private readonly resumption: ParkedResumption;
  private readonly resuming = new Set<string>();
  private parkedCount = 0;
  private rounds: Promise<void> = Promise.resolve();

  constructor(private readonly deps: ConsumerDeps) {
    const { db, name, handlers, together = new Set<string>() } = deps.consumer;
    const now = (): Date => deps.clock.now();
    this.sources = new Set([...handlers.keys()].map(sourceOfType));
    this.together = together;
    this.retryLoop = new RetryLoop(deps, this.stopping.signal);
    this.positions = new StreamPositions(db, new Cursors(db, name, now));
    this.seen = new SeenMarks(db, name, now);
    this.parking = new Parking(deps, this.retryLoop, this.seen);
    this.dispatcher = new EventDispatcher(deps, this.retryLoop, this.positions, this.seen, this.parking);
    this.resumption = new ParkedResumption(
      deps,
      this.retryLoop,
      this.positions,
      this.dispatcher,
      this.parking,
    );
  }

  async start(): Promise<void> {
    await makeMissing(this.deps.consumer.db, consumerPlan);
    await this.deps.epochs.read();
    this.rounds = this.pollRequests();
  }

  /** Delivers events from their owner's stream. */
  async deliver(events: readonly EventMessage[]): Promise<void> {
    await this.take(events, this.pass);
  }

  /** From the broker, which may still have what their owner has lost. */
  async deliverFromBroker(events: readonly EventMessage[]): Promise<void> {
    await this.take(events, this.passFromBroker);
  }

  private async take(
    events: readonly EventMessage[],
    pass: (its: readonly EventMessage[]) => Promise<void>,
  ): Promise<void> {
    if (this.stopping.signal.aborted) throw new ConsumerStoppedError(this.deps.consumer.name);
    await Promise.all(
      events.map((event) => {
        if (this.sources.has(event.source)) return this.lane(event.drive).push(pass, event);
        return this.dispatcher.count(event, 'skipped');
      }),
    );
  }

  private async processRequests(): Promise<void> {
    const { parked, requests } = await this.parking.readRequests();
    this.parkedCount = parked;
    const fresh = requests.filter(({ _id }) => !this.resuming.has(_id));
    if (fresh.length === 0) return;
    await Promise.all(
      fresh.map(async (request) => {
        this.resuming.add(request._id);
        await this.lane(request.drive)
          .push(() => this.resumption.resume(request))
          .finally(() => this.resuming.delete(request._id));
      }),
    );
    this.parkedCount = (await this.parking.readRequests()).parked;
  }

  async rereadCursors(): Promise<void> {
    await this.deps.epochs.read();
    for (const position of this.positions.all()) {
      // In its drive's turn: of two positions of one stream the second couldn't store its own.
      if (this.lanes.has(position.drive) || this.positions.isAhead(position))
        this.inTurn(position, () => this.reread(position));
      else this.positions.forget(position);
    }
    this.dispatcher.forgetRecent();
  }

  /** Another process may have gone on with idle drives. */
  forgetIdle(): void {
    this.positions.forgetWritten((drive) => !this.lanes.has(drive));
  }

  async stop(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.stopping.abort();
    await this.rounds;
    await Promise.all([...this.lanes.values()].map((lane) => lane.push(async () => undefined)));
    for (const position of this.positions.unwritten())
      await this.positions.store(position).catch((error: unknown) => this.notWritten(error));
  }

  private readonly pass = async (events: readonly EventMessage[]): Promise<void> => {
    if (this.stopping.signal.aborted) throw new ConsumerStoppedError(this.deps.consumer.name);
    if (events.length > 1 && (await this.dispatcher.together(events))) return;
    for (const event of events) {
      if (event.version === null) await this.dispatcher.single(event);
      else await this.dispatcher.ordered(event, event.version);
    }
  };

  private readonly passFromBroker = async (events: readonly EventMessage[]): Promise<void> => {
    for (const event of events) {
      if (!(await this.dispatcher.isOutdated(event))) continue;
      for (const each of events) await this.passAlone(each);
      return;
    }
    await this.pass(events);
  };

  private async passAlone(event: EventMessage): Promise<void> {
    const isOutdated = await this.dispatcher.isOutdated(event);
    if (event.version !== null) return this.dispatcher.ordered(event, event.version, isOutdated);
    if (isOutdated) return this.dispatcher.count(event, 'outdated');
    await this.dispatcher.single(event);
  }

  private lane(drive: DriveId): Lane {
    const found = this.lanes.get(drive);
    if (found) return found;
    const lane = new Lane(() => this.laneIdle(drive), this.together);
    this.lanes.set(drive, lane);
    return lane;
  }

  private laneIdle(drive: DriveId): void {
    this.lanes.delete(drive);
    this.positions.trim((each) => !this.lanes.has(each));
  }

  private storeIdle(): void {
    for (const position of this.positions.unwritten()) {
      if (!this.lanes.has(position.drive)) this.inTurn(position, () => this.store(position));
    }
  }

  private inTurn({ drive }: StreamPosition, work: () => Promise<void>): void {
    this.lane(drive)
      .push(work)
      .catch((error: unknown) => this.notWritten(error));
  }

  private notWritten(err: unknown): void {
    const { log, consumer } = this.deps;
    log.debug({ consumer: consumer.name, err }, 'A cursor could not be written down; it is tried again');
  }

  private async store(position: StreamPosition): Promise<void> {
    if (!(await this.positions.store(position))) await this.dispatcher.catchUp(position);
  }

  /** Its effect may be gone with the database. */
  private async reread(position: StreamPosition): Promise<void> {
    const isAhead = this.positions.isAhead(position);
    this.positions.forget(position);
    if (isAhead) await this.dispatcher.catchUp(position);
  }

  private async pollRequests(): Promise<void> {
    const { pause, pollMs, log, consumer } = this.deps;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.storeIdle();
      // Not awaited: one slow drive must not delay the others.
      this.processRequests().catch((error: unknown) => {
        if (!signal.aborted)
          log.debug({ consumer: consumer.name, err: error }, 'Could not look for requests on parked drives');
      });
      await pause(pollMs, signal).catch(() => undefined);
    }
  }

  backlog(): Backlog {
    const lanes = [...this.lanes.values()];
    const oldest = Math.min(...lanes.map((lane) => lane.oldest ?? Infinity));
    const now = this.deps.clock.now().getTime();
    return {
      waiting: lanes.reduce((sum, lane) => sum + lane.waiting, 0),
      oldestAgeMs: Number.isFinite(oldest) ? Math.max(0, now - oldest) : 0,
      parked: this.parkedCount,
      paused: this.retryLoop.gate.paused,
    };
  }
}
