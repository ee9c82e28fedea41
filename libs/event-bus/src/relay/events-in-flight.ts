import type { DriveId, EventMessage } from '@skyshelf/contracts';
import type { UnderWay } from '@skyshelf/event-store';

type InFlight = Pick<EventMessage, 'id' | 'drive' | 'version'>;

/** So many drives are read each from its last version on; a query has its limits. */
const MOST_DRIVES = 100;

/** The events that a relay has handed over and not yet cleared. */
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
   * What a read leaves out: all of the drives that rest, and of those that are awaited what comes before their last event in flight. A drive's events are
   * committed in the order of their versions, so nothing new comes there; one whose hand-over failed is found later, by its age.
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
