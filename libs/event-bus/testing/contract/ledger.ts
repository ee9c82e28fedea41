import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { EventSource } from '../../src/port.js';

export const drive = (name: string): DriveId => name as DriveId;

/** An owner of events as a test needs it: makes them in order, and answers for those that were lost on the way. */
export class Ledger implements EventSource {
  readonly events: EventMessage[] = [];
  pulls = 0;
  epoch = 0;
  private single = 0;

  constructor(readonly service: ServiceName = 'catalog') {}

  write(of: DriveId, count = 1, type = `${this.service}.page.written`): EventMessage[] {
    return Array.from({ length: count }, () => {
      const version = this.events.filter((event) => event.drive === of && event.version !== null).length + 1;
      return this.add({
        id: `${this.service}:${of}:${version}${this.epoch > 0 ? `:${this.epoch}` : ''}`,
        type,
        drive: of,
        version,
        data: { type, text: `page ${version}` },
      });
    });
  }

  writeSingle(of: DriveId, type = `${this.service}.letter.sent`): EventMessage {
    this.single += 1;
    return this.add({
      id: `${this.service}-letter-${this.single}`,
      type,
      drive: of,
      version: null,
      data: { type },
    });
  }

  /** Restores the ledger as it was when it had so many events. */
  restore(count: number, epoch: number): void {
    this.events.splice(count);
    this.epoch = epoch;
  }

  async after(of: DriveId, version: number, limit: number): Promise<EventMessage[]> {
    this.pulls += 1;
    return this.events
      .filter((event) => event.drive === of && event.version !== null && event.version > version)
      .slice(0, limit);
  }

  async all(after: string | null, limit: number): Promise<EventMessage[]> {
    const start = after === null ? 0 : this.events.findIndex(({ id }) => id === after) + 1;
    return this.events.slice(start, start + limit);
  }

  private add(event: Pick<EventMessage, 'id' | 'type' | 'drive' | 'version' | 'data'>): EventMessage {
    const full: EventMessage = {
      ...event,
      ...(this.epoch > 0 && { epoch: this.epoch }),
      source: this.service,
      schema: 1,
      at: new Date().toISOString(),
      actor: 'local|ann',
      trace: null,
    };
    this.events.push(full);
    return full;
  }
}
