import type { ConsumerDeps } from './consumer-deps.js';
import { StaleCursorError } from './cursors.js';
import type { EventDispatcher } from './event-dispatcher.js';
import type { Mark } from './handler-run.js';
import { markOf } from './cursors.js';
import type { ParkedDocument } from './parked.js';
import type { Parking } from './parking.js';
import type { RetryLoop } from './retry-loop.js';
import type { StreamPositions } from './stream-positions.js';

/** It stays parked until all is done, so a crash repeats the request. */
export class ParkedResumption {
  constructor(
    private readonly deps: ConsumerDeps,
    private readonly retryLoop: RetryLoop,
    private readonly positions: StreamPositions,
    private readonly dispatcher: EventDispatcher,
    private readonly parking: Parking,
  ) {}

  async resume(parked: ParkedDocument): Promise<void> {
    const { _id: id, consumer, request } = parked;
    this.deps.log.info({ consumer, parked: id, request }, 'Something parked is taken up again');
    if (parked.version === null) await this.resumeSingle(parked);
    else await this.resumeStream(parked, parked.version);
  }

  private async resumeSingle(parked: ParkedDocument): Promise<void> {
    const handler = this.deps.consumer.handlers.get(parked.event.type);
    if (parked.request === 'drop' || !handler) {
      await this.retryLoop.through(() => this.parking.remove(parked));
      return this.dispatcher.count(parked.event, 'dropped');
    }
    const mark: Mark = {
      withEffect: (session) => this.parking.removeWithEffect(parked, session),
      after: () => undefined,
    };
    try {
      const failure = await this.dispatcher.tryHandler(handler, parked.event, mark, async () => false);
      if (!failure) await this.retryLoop.through(() => this.parking.remove(parked));
      else await this.retryLoop.through(() => this.parking.recordFailure(parked, failure), true);
    } catch (error) {
      if (!(error instanceof StaleCursorError)) throw error;
    }
  }

  private async resumeStream(parked: ParkedDocument, version: number): Promise<void> {
    const { source, drive } = parked;
    this.positions.reopen(source, drive);
    if (parked.request === 'drop') await this.jumpOver(parked, version);
    // What waits behind it is at its source already.
    for (let looks = 0; ;) {
      const position = await this.retryLoop.through(() => this.positions.load(source, drive));
      if (position.parked) break;
      const waiting = await this.dispatcher.pull(position);
      if (waiting.length === 0) {
        looks += 1;
        const free = await this.retryLoop.through(() =>
          looks > 1 ? this.parking.remove(parked).then(() => true) : this.parking.release(position),
        );
        if (free) break;
        continue;
      }
      looks = 0;
      for (const event of waiting) await this.dispatcher.ordered(event, event.version ?? 0);
    }
    this.positions.settled(source, drive);
  }

  private async jumpOver(parked: ParkedDocument, version: number): Promise<void> {
    await this.retryLoop.through(async () => {
      for (;;) {
        const position = await this.positions.load(parked.source, parked.drive);
        if (position.version >= version) return;
        try {
          const mark = markOf(parked.event, version);
          await this.positions.move(position, mark);
          this.positions.arrived(position, mark);
          return this.dispatcher.count(parked.event, 'dropped');
        } catch (error) {
          if (!(error instanceof StaleCursorError)) throw error;
          this.positions.forget(position);
        }
      }
    });
  }
}
