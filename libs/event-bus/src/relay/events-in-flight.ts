import type { DriveId, EventMessage } from '@skyshelf/contracts';
import type { UnderWay } from '@skyshelf/event-store';

type InFlight = Pick<EventMessage, 'id' | 'drive' | 'version'>;

/** Each of these drives is a range of the query. */
const MOST_DRIVES = 100;

export class EventsInFlight {
  private readonly events = new Map<string, InFlight>();

  get size(): number {
    return this.events.size;
  }

  has(id: string): boolean {
    return this.events.has(id);
  }

  add(event: InFlight): void {
    this.events.set(event.id, event);
  }

  delete(id: string): void {
    this.events.delete(id);
  }

  /**
   * All of the resting drives, and of the awaited ones what precedes their last event in flight: versions are
   * committed in order, so nothing new appears there. A failed hand-over is found later, by age.
   */
  underWay(resting: ReadonlySet<DriveId>, awaited: readonly DriveId[]): UnderWay {
    const others = [...this.events.values()].filter(({ drive }) => !resting.has(drive));
    const looked = new Set(awaited.slice(0, MOST_DRIVES));
    const upTo = new Map<DriveId, number>();
    for (const { drive, version } of others)
      if (version !== null && looked.has(drive)) upTo.set(drive, Math.max(version, upTo.get(drive) ?? 0));
    return { drives: [...resting], ids: new Map(others.map(({ id, drive }) => [id, drive])), upTo };
  }
}
