import { eventCatalogue, type DriveId } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import { declareSpan, detachedContextOf } from '@skyshelf/telemetry';

/** A client that wants to hear when a drive changes. */
export type Ring = (version: number) => void;

const pushSpan = declareSpan({
  name: 'push live change',
  kind: 'producer',
  scope: '@skyshelf/gateway',
  help: "The ring of a drive's change at the pages that listen to it here.",
  parent: "the sending of catalog's event",
  within: true,
  attributes: {
    'cloudevents.event_id': 'id of the event',
    'cloudevents.event_type': 'its type',
    'skyshelf.streams': 'how many pages hear of it',
  },
});

/** Tells the open pages of a drive its newest version, as the events pass by. Knows no more than that: what changed is asked for. */
export class Doorbell {
  readonly #rings = new Map<DriveId, Set<Ring>>();
  readonly #stop: () => void;

  constructor(bus: EventBus) {
    const types = eventCatalogue.filter((each) => each.source === 'catalog').map((each) => each.type);
    this.#stop = bus.tap(types, ({ id, type, drive, version, trace }) => {
      const rings = this.#rings.get(drive);
      if (version === null || !rings) return;
      const attributes = { 'cloudevents.event_id': id, 'cloudevents.event_type': type };
      const span = pushSpan.start({ parent: detachedContextOf(trace), attributes });
      for (const ring of rings) ring(version);
      span?.set({ 'skyshelf.streams': rings.size });
      span?.end();
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
