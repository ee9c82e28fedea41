import { eventCatalogue, type DriveId } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';

/** Somebody who wants to hear when a drive changes. */
export type Ring = (version: number) => void;

/** Tells the open pages of a drive its newest version, as the events pass by. Knows no more than that: what changed is asked for. */
export class Doorbell {
  readonly #rings = new Map<DriveId, Set<Ring>>();
  readonly #stop: () => void;

  constructor(bus: EventBus) {
    const types = eventCatalogue.filter((each) => each.source === 'catalog').map((each) => each.type);
    this.#stop = bus.tap(types, (event) => {
      if (event.version === null) return;
      for (const ring of this.#rings.get(event.drive) ?? []) ring(event.version);
    });
  }

  /** @returns what ends it */
  listen(drive: DriveId, ring: Ring): () => void {
    const rings = this.#rings.get(drive) ?? new Set();
    this.#rings.set(drive, rings.add(ring));
    return () => {
      rings.delete(ring);
      if (rings.size === 0) this.#rings.delete(drive);
    };
  }

  /** How many listen to a drive now. */
  listeners(drive: DriveId): number {
    return this.#rings.get(drive)?.size ?? 0;
  }

  close(): void {
    this.#stop();
    this.#rings.clear();
  }
}
