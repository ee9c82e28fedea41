import { eventTypeOf, type EventMessage } from '@skyshelf/contracts';
import type { EventHandler } from '../port.js';
import { ClosedDrives } from './closed-drives.js';
import type { ConsumerDeps } from './consumer-deps.js';
import { StaleCursorError } from './cursors.js';
import { HandlerRun, type Mark } from './handler-run.js';
import { isInfrastructureError } from './infrastructure-error.js';
import type { Parking } from './parking.js';
import type { Failure, RetryLoop } from './retry-loop.js';
import { RecentIds } from './recent-ids.js';
import type { SeenMarks } from './seen-marks.js';
import type { StreamPosition, StreamPositions } from './stream-positions.js';

const PAGE = 100;
const RECENT = 10_000;

const TOGETHER: Mark = {
  withEffect: () => Promise.reject(new Error('What is handled together has no transaction')),
  after: () => undefined,
};

/** The source lacks the events before this one: its history was lost or removed. */
export class MissingEventsError extends Error {
  constructor(place: StreamPosition, next: number) {
    super(
      `The events ${place.version + 1} to ${next - 1} of drive ${place.drive} are not at their source ${place.source}`,
    );
    this.name = 'MissingEventsError';
  }
}

/** A source that is not registered yet is waited for like an outage. */
class UnknownSourceError extends Error {
  readonly code = 'ENOTFOUND';
}

/** Takes one event past a consumer: skips it, hands it to its handler, fills the gap before it, or parks it. */
export class EventPassing {
  /** Most repeats come soon after the first. */
  private recent = new RecentIds(RECENT);
  private readonly closed: ClosedDrives;

  constructor(
    private readonly deps: ConsumerDeps,
    private readonly retryLoop: RetryLoop,
    private readonly places: StreamPositions,
    private readonly seen: SeenMarks,
    private readonly parking: Parking,
  ) {
    this.closed = new ClosedDrives(deps.consumer.db);
  }

  /** Afterwards the event is passed, or its stream is parked. */
  async ordered(event: EventMessage, version: number): Promise<void> {
    const pulled: EventMessage[] = [];
    for (let stepped = false; ;) {
      const place = await this.retryLoop.through(() => this.places.load(event.source, event.drive));
      if (place.closed) return this.count(event, 'skipped');
      if (version <= place.version) return stepped ? undefined : this.count(event, 'repeated');
      if (place.parked) {
        if (await this.retryLoop.through(() => this.parking.waitBehind(place, version))) return undefined;
        this.places.forget(place);
        continue;
      }
      const isNext = version === place.version + 1;
      // First of all: if another process has gone on with the drive, there is no gap.
      if (
        !isNext &&
        pulled.length === 0 &&
        !(await this.retryLoop.through(() => this.places.isCurrent(place)))
      ) {
        this.places.forget(place);
        continue;
      }
      const next = isNext ? event : await this.pulledNext(place, pulled);
      if (!next)
        return this.parking.parkStream(place, event, {
          error: new MissingEventsError(place, version),
          tries: 1,
        });
      await this.step(place, next, place.version + 1);
      stepped = true;
      if (place.version >= version || place.parked) return undefined;
    }
  }

  /** The next events of a stream at the same time. False: nothing is passed, each has to go by itself. */
  async together(events: readonly EventMessage[]): Promise<boolean> {
    const [{ source, drive, type }] = events as [EventMessage];
    const place = await this.retryLoop.through(() => this.places.load(source, drive));
    const handler = this.deps.consumer.handlers.get(type);
    const follow = events.every(({ version }, index) => version === place.version + 1 + index);
    if (!handler || !follow || place.parked || place.closed) return false;
    const outcomes = await this.retryLoop.once(() =>
      Promise.allSettled(events.map((event) => this.handle(handler, event, 1, TOGETHER))),
    );
    if (outcomes.some(({ status }) => status === 'rejected')) return false;
    this.places.pass(place, place.version + events.length);
    return true;
  }

  /**
   * Returns to a position that the database contradicts: what lies between is read again from the source.
   */
  async catchUp({ source, drive, version }: Readonly<StreamPosition>): Promise<void> {
    for (;;) {
      const place = await this.retryLoop.through(() => this.places.load(source, drive));
      if (place.version >= version || place.parked || place.closed) return;
      const missed = await this.pull(place);
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
   * A handler may fail on an event that was passed before; `isPassed` is asked then.
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

  async pull(place: StreamPosition): Promise<EventMessage[]> {
    return this.retryLoop.through(async () => {
      const source = this.deps.sourceOf(place.source);
      if (!source) throw new UnknownSourceError(`No source of events is registered for ${place.source}`);
      return source.after(place.drive, place.version, PAGE);
    });
  }

  count(event: EventMessage, outcome: 'repeated' | 'skipped' | 'dropped'): void {
    this.deps.metrics.events.add({ type: eventTypeOf(event.type) ? event.type : 'unknown', outcome });
  }

  private async pulledNext(place: StreamPosition, page: EventMessage[]): Promise<EventMessage | undefined> {
    const next = page.find(({ version }) => version === place.version + 1);
    if (next) return next;
    const { metrics, log, consumer } = this.deps;
    page.splice(0, page.length, ...(await this.pull(place)));
    metrics.gaps.add({ source: place.source });
    const { source, drive, version } = place;
    log.info(
      { consumer: consumer.name, source, drive, after: version, pulled: page.length },
      'A gap is filled from the source',
    );
    return page.find((each) => each.version === place.version + 1);
  }

  private async step(place: StreamPosition, event: EventMessage, version: number): Promise<void> {
    const handler = this.deps.consumer.handlers.get(event.type);
    let effect = false;
    try {
      if (!handler) {
        this.places.pass(place, version);
        return this.count(event, 'skipped');
      }
      const mark: Mark = {
        withEffect: async (session) => {
          await this.places.move(place, version, session);
          effect = true;
        },
        after: () => this.places.pass(place, version),
      };
      const isPassed = async (): Promise<boolean> => !(await this.places.isCurrent(place));
      const failure = await this.tryHandler(handler, event, mark, isPassed);
      if (failure) await this.parking.parkStream(place, event, failure);
      else if (effect) this.places.arrived(place, version);
    } catch (error) {
      if (!(error instanceof StaleCursorError)) throw error;
      this.places.forget(place);
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
