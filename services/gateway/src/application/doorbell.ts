import {
  eventCatalogue,
  jobProgressed,
  positionOf,
  type DriveId,
  type EventMessage,
  type JobProgressed,
} from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import { declareSpan, detachedContextOf } from '@skyshelf/telemetry';

export interface Listener {
  ring(version: number): void;
  progressed(job: JobProgressed): void;
}

const PROGRESSED: JobProgressed['type'] = 'media.job.progressed';

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

/** Pages get the newest version only; what changed they ask for. */
export class Doorbell {
  readonly #listeners = new Map<DriveId, Set<Listener>>();
  readonly #stop: () => void;

  constructor(bus: EventBus) {
    const types = eventCatalogue.filter((each) => each.source === 'catalog').map((each) => each.type);
    this.#stop = bus.tap([...types, PROGRESSED], (event) => {
      const listeners = this.#listeners.get(event.drive);
      if (!listeners) return;
      if (event.type === PROGRESSED) tellProgress(listeners, event);
      else if (event.version !== null) ringAll(listeners, event, positionOf(event.version, event.epoch));
    });
  }

  /** @returns unsubscribes */
  listen(drive: DriveId, listener: Listener): () => void {
    const listeners = this.#listeners.get(drive) ?? new Set();
    this.#listeners.set(drive, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(drive);
    };
  }

  listeners(drive: DriveId): number {
    return this.#listeners.get(drive)?.size ?? 0;
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }
}

function ringAll(listeners: ReadonlySet<Listener>, { id, type, trace }: EventMessage, version: number): void {
  const attributes = { 'cloudevents.event_id': id, 'cloudevents.event_type': type };
  const span = pushSpan.start({ parent: detachedContextOf(trace), attributes });
  for (const listener of listeners) listener.ring(version);
  span?.set({ 'skyshelf.streams': listeners.size });
  span?.end();
}

function tellProgress(listeners: ReadonlySet<Listener>, { data }: EventMessage): void {
  const job = jobProgressed.parse(data);
  for (const listener of listeners) listener.progressed(job);
}
