import type { EventMessage } from '@skyshelf/contracts';
import type { BusLog } from './bus-options.js';

type Listener = (event: EventMessage) => void;

export class Taps {
  private readonly listeners = new Map<Listener, ReadonlySet<string>>();

  constructor(private readonly log: BusLog) {}

  /** @returns removes the listener */
  add(types: readonly string[], listener: Listener): () => void {
    const each: Listener = (event) => listener(event);
    this.listeners.set(each, new Set(types));
    return () => this.listeners.delete(each);
  }

  tell(events: readonly EventMessage[]): void {
    for (const [listener, types] of this.listeners) {
      for (const event of events) {
        if (!types.has(event.type)) continue;
        try {
          listener(event);
        } catch (error) {
          this.log.warn({ event: event.id, err: error }, 'A listener of live events failed');
        }
      }
    }
  }
}
