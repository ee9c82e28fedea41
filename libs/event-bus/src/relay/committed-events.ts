import type { DriveId, EventMessage } from '@skyshelf/contracts';

const MOST_DRIVES = 1_000;
/** The number for all drives together: more are read when their time comes. */
const MOST_WAITING = 1_000;

/** Events that this process has just committed need not be read, as long as they follow the published ones. */
export class CommittedEvents {
  private readonly last = new Map<DriveId, number>();
  private readonly waiting = new Map<DriveId, EventMessage[]>();
  private count = 0;

  add(drive: DriveId, events: readonly EventMessage[]): void {
    const waiting = this.waiting.get(drive) ?? [];
    const before = waiting.at(-1)?.version ?? this.last.get(drive);
    const follows = typeof before === 'number' && events[0]?.version === before + 1;
    if (!follows || this.count + events.length > MOST_WAITING) return this.forget(drive);
    this.waiting.set(drive, [...waiting, ...events]);
    this.count += events.length;
  }

  take(drive: DriveId): EventMessage[] {
    const events = this.waiting.get(drive) ?? [];
    this.waiting.delete(drive);
    this.count -= events.length;
    return events;
  }

  handedOver(drive: DriveId, events: readonly EventMessage[]): void {
    const version = events.at(-1)?.version;
    if (typeof version !== 'number') return;
    const before = this.last.get(drive) ?? 0;
    this.last.delete(drive);
    this.last.set(drive, Math.max(before, version));
    if (this.last.size > MOST_DRIVES) this.forget(this.last.keys().next().value ?? drive);
  }

  forget(drive: DriveId): void {
    this.last.delete(drive);
    this.take(drive);
  }
}
