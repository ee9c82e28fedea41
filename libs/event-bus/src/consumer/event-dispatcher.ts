import { eventTypeOf, type EventMessage } from '@skyshelf/contracts';
import type { EventHandler, EventSource } from '../port.js';
import { hasPassed, lastShared } from './agreement.js';
import { ClosedDrives, markOf, StaleCursorError } from './cursors.js';
import type { ConsumerDeps } from './consumer-deps.js';
import { HandlerRun, type Mark } from './handler-run.js';
import { isInfrastructureError } from './infrastructure-error.js';
import type { Parking } from './parking.js';
import type { Failure, RetryLoop } from './retry-loop.js';
import { RecentIds, type SeenMarks } from './seen-marks.js';
import type { StreamPosition, StreamPositions } from './stream-positions.js';

const PAGE = 100;
const RECENT = 10_000;

const TOGETHER: Mark = {
  withEffect: () => Promise.reject(new Error('What is handled together has no transaction')),
  after: () => undefined,
};

/** The source has lost the events before this one. */
export class MissingEventsError extends Error {
  constructor(position: StreamPosition, next: number) {
    super(
      `The events ${position.version + 1} to ${next - 1} of drive ${position.drive} are not at their source ${position.source}`,
    );
    this.name = 'MissingEventsError';
  }
}

/** Waited for like an outage. */
class UnknownSourceError extends Error {
  readonly code = 'ENOTFOUND';
}

/** Skips an event, hands it to its handler, fills the gap before it, or parks it. */
export class EventDispatcher {
  /** Most repeats come soon after the first. */
  private recent = new RecentIds(RECENT);
  private readonly closed: ClosedDrives;

  constructor(
    private readonly deps: ConsumerDeps,
    private readonly retryLoop: RetryLoop,
    private readonly positions: StreamPositions,
    private readonly seen: SeenMarks,
    private readonly parking: Parking,
  ) {
    this.closed = new ClosedDrives(deps.consumer.db);
  }

  /**
   * Afterwards the event is passed, or its stream is parked.
   * @param isOutdated it only rings: what the source has is pulled
   */
  async ordered(event: EventMessage, version: number, isOutdated = false): Promise<void> {
    const pulled: EventMessage[] = [];
    for (let stepped = false; ;) {
      const position = await this.retryLoop.through(() => this.agreed(event));
      if (!position) continue;
      if (position.closed) return this.count(event, 'skipped');
      if (version <= position.version) return stepped ? undefined : this.count(event, 'repeated');
      if (position.parked) {
        if (await this.retryLoop.through(() => this.parking.waitBehind(position, version))) return undefined;
        this.positions.forget(position);
        continue;
      }
      const isNext = !isOutdated && version === position.version + 1;
      // First: if another process has gone on with the drive, there is no gap.
      if (
        !isNext &&
        pulled.length === 0 &&
        !(await this.retryLoop.through(() => this.positions.isCurrent(position)))
      ) {
        this.positions.forget(position);
        continue;
      }
      const next = isNext ? event : await this.pulledNext(position, pulled);
      if (!next && isOutdated) return this.count(event, 'outdated');
      if (!next)
        return this.parking.parkStream(position, event, {
          error: new MissingEventsError(position, version),
          tries: 1,
        });
      await this.step(position, next, position.version + 1);
      stepped = true;
      if (position.version >= version || position.parked) return undefined;
    }
  }

  /** False: nothing is passed, each has to go by itself. */
  async together(events: readonly EventMessage[]): Promise<boolean> {
    const [first] = events;
    if (!first) return false;
    const handler = this.deps.consumer.handlers.get(first.type);
    if (first.version === null) return handler !== undefined && this.singlesTogether(handler, events);
    const position = await this.retryLoop.through(() => this.agreed(first));
    if (!position) return false;
    const follow = events.every(({ version }, index) => version === position.version + 1 + index);
    if (!handler || !follow || position.parked || position.closed) return false;
    const outcomes = await this.runConcurrently(handler, events);
    if (outcomes.some(({ status }) => status === 'rejected')) return false;
    const last = events.at(-1) ?? events[0];
    if (last) this.positions.pass(position, markOf(last, position.version + events.length));
    return true;
  }

  private async singlesTogether(handler: EventHandler, events: readonly EventMessage[]): Promise<boolean> {
    const [first] = events;
    if (!first || events.some(({ id }) => this.recent.has(id))) return false;
    if (await this.retryLoop.through(() => this.closed.has(first.drive))) return false;
    const outcomes = await this.runConcurrently(handler, events);
    const done = events.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    for (const { id } of done) this.recent.add(id);
    return done.length === events.length;
  }

  private runConcurrently(
    handler: EventHandler,
    events: readonly EventMessage[],
  ): Promise<PromiseSettledResult<void>[]> {
    return this.retryLoop.once(() =>
      Promise.allSettled(events.map((event) => this.handle(handler, event, 1, TOGETHER))),
    );
  }

  /** Whether its source's database was restored since: on the broker, what is lost there is left. */
  async isOutdated({ source, epoch = 0 }: EventMessage): Promise<boolean> {
    const { epochs } = this.deps;
    if (epoch === epochs.of(source)) return false;
    return epoch < (await this.retryLoop.through(() => epochs.atLeast(source, epoch)));
  }

  /**
   * The position, set back if its source has lost what was passed. Null: another process has moved it.
   * @throws UnknownSourceError
   */
  private async agreed({ source, drive }: Pick<EventMessage, 'source' | 'drive'>) {
    const position = await this.positions.load(source, drive);
    const epoch = this.deps.epochs.of(source);
    if (position.agreed >= epoch || position.closed) return position;
    if (this.positions.isAhead(position) && !(await this.positions.store(position))) return null;
    const stream = this.sourceOf(source);
    const { version } = position;
    if (!(await hasPassed(stream, drive, position))) {
      const shared = await lastShared(stream, drive, position);
      try {
        await this.positions.setBack(position, shared);
      } catch (error) {
        if (!(error instanceof StaleCursorError)) throw error;
        this.positions.forget(position);
        return null;
      }
      this.deps.log.warn(
        {
          alert: 'cursor-set-back',
          consumer: this.deps.consumer.name,
          source,
          drive,
          from: version,
          to: shared.version,
        },
        'A restored service has lost events that this one has passed: its cursor is set back',
      );
    }
    position.agreed = epoch;
    return position;
  }

  /** Reads again from the source what the database says was not passed. */
  async catchUp({ source, drive, version }: Readonly<StreamPosition>): Promise<void> {
    for (;;) {
      const position = await this.retryLoop.through(() => this.positions.load(source, drive));
      if (position.version >= version || position.parked || position.closed) return;
      const missed = await this.pull(position);
      if (missed.length === 0) return;
      for (const event of missed) await this.ordered(event, event.version ?? 0);
    }
  }

  async single(event: EventMessage): Promise<void> {
    const handler = this.deps.consumer.handlers.get(event.type);
    if (!handler) return this.count(event, 'skipped');
    if (this.recent.has(event.id)) return this.count(event, 'repeated');
    if (await this.retryLoop.through(() => this.closed.has(event.drive))) return this.count(event, 'skipped');
    const mark: Mark = { withEffect: (session) => this.seen.add(event, session), after: () => undefined };
    try {
      const failure = await this.tryHandler(handler, event, mark, () => this.seen.has(event));
      if (failure) await this.parking.parkSingle(event, failure);
    } catch (error) {
      if (!(error instanceof StaleCursorError)) throw error;
      this.count(event, 'repeated');
    }
    this.recent.add(event.id);
  }

  /**
   * `isPassed` is asked when a handler fails, perhaps on an event that was passed before.
   * @throws StaleCursorError when it has been passed
   */
  tryHandler(
    handler: EventHandler,
    event: EventMessage,
    mark: Mark,
    isPassed: () => Promise<boolean>,
  ): Promise<Failure | null> {
    return this.retryLoop.tries(event, async (attempt) => {
      try {
        await this.handle(handler, event, attempt, mark);
      } catch (error) {
        const suspect = !(error instanceof StaleCursorError) && !isInfrastructureError(error);
        if (suspect && (await isPassed())) throw new StaleCursorError(event.id);
        throw error;
      }
    });
  }

  forgetRecent(): void {
    this.recent = new RecentIds(RECENT);
  }

  async pull(position: StreamPosition): Promise<EventMessage[]> {
    return this.retryLoop.through(async () =>
      this.sourceOf(position.source).after(position.drive, position.version, PAGE),
    );
  }

  private sourceOf(service: StreamPosition['source']): EventSource {
    const source = this.deps.sourceOf(service);
    if (!source) throw new UnknownSourceError(`No source of events is registered for ${service}`);
    return source;
  }

  count(event: EventMessage, outcome: 'repeated' | 'skipped' | 'dropped' | 'outdated'): void {
    this.deps.metrics.events.add({ type: eventTypeOf(event.type) ? event.type : 'unknown', outcome });
  }

  private async pulledNext(
    position: StreamPosition,
    page: EventMessage[],
  ): Promise<EventMessage | undefined> {
    const next = page.find(({ version }) => version === position.version + 1);
    if (next) return next;
    const { metrics, log, consumer } = this.deps;
    page.splice(0, page.length, ...(await this.pull(position)));
    metrics.gaps.add({ source: position.source });
    const { source, drive, version } = position;
    log.info(
      { consumer: consumer.name, source, drive, after: version, pulled: page.length },
      'A gap is filled from the source',
    );
    return page.find((each) => each.version === position.version + 1);
  }

  private async step(position: StreamPosition, event: EventMessage, version: number): Promise<void> {
    const handler = this.deps.consumer.handlers.get(event.type);
    const passed = markOf(event, version);
    let effect = false;
    try {
      if (!handler) {
        this.positions.pass(position, passed);
        return this.count(event, 'skipped');
      }
      const mark: Mark = {
        withEffect: async (session) => {
          await this.positions.move(position, passed, session);
          effect = true;
        },
        after: () => this.positions.pass(position, passed),
      };
      const isPassed = async (): Promise<boolean> => !(await this.positions.isCurrent(position));
      const failure = await this.tryHandler(handler, event, mark, isPassed);
      if (failure) await this.parking.parkStream(position, event, failure);
      else if (effect) this.positions.arrived(position, passed);
    } catch (error) {
      if (!(error instanceof StaleCursorError)) throw error;
      this.positions.forget(position);
    }
  }

  private async handle(
    handler: EventHandler,
    event: EventMessage,
    attempt: number,
    mark: Mark,
  ): Promise<void> {
    const { consumer, clock, metrics, log, pause } = this.deps;
    const started = clock.now().getTime();
    const { late } = await new HandlerRun(consumer, pause, mark).run(handler, event, attempt);
    const ended = clock.now().getTime();
    metrics.events.add({ type: event.type, outcome: 'handled' });
    metrics.handling.observe({ type: event.type }, (ended - started) / 1000);
    metrics.delay.observe({}, Math.max(0, ended - Date.parse(event.at)) / 1000);
    if (late)
      log.error(
        { consumer: consumer.name, event: event.id, err: late },
        'A handler failed after its effect had happened; the event is passed',
      );
  }
}
