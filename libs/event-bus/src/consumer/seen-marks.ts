import type { EventMessage, ServiceName } from '@skyshelf/contracts';
import type { IndexPlan } from '@skyshelf/event-store';
import type { ClientSession, Collection, Db } from 'mongodb';
import { isDuplicate, StaleCursorError } from './cursors.js';

export interface SeenDocument {
  /** `<consumer>/<drive>/<event id>` */
  _id: string;
  at: Date;
}

/** Longer than topics keep events and outboxes repeat them. */
const SEEN_DAYS = 14;

export const consumerPlan: IndexPlan = {
  cursors: [],
  parked: [],
  seen: [{ key: { at: 1 }, name: 'expiry', expireAfterSeconds: SEEN_DAYS * 86_400 }],
};

export class SeenMarks {
  private readonly documents: Collection<SeenDocument>;

  constructor(
    db: Db,
    private readonly consumer: ServiceName,
    private readonly now: () => Date,
  ) {
    this.documents = db.collection<SeenDocument>('seen');
  }

  id(event: EventMessage): string {
    return `${this.consumer}/${event.drive}/${event.id}`;
  }

  async has(event: EventMessage): Promise<boolean> {
    return (
      (await this.documents.findOne({ _id: this.id(event) }, { readConcern: { level: 'majority' } })) !== null
    );
  }

  /** @throws StaleCursorError when it is marked already */
  async add(event: EventMessage, session: ClientSession): Promise<void> {
    try {
      await this.documents.insertOne({ _id: this.id(event), at: this.now() }, { session });
    } catch (error) {
      throw isDuplicate(error) ? new StaleCursorError(this.id(event)) : error;
    }
  }
}

export class RecentIds {
  private readonly ids = new Set<string>();

  constructor(private readonly most: number) {}

  has(id: string): boolean {
    return this.ids.has(id);
  }

  add(id: string): void {
    this.ids.add(id);
    if (this.ids.size <= this.most) return;
    const [oldest] = this.ids;
    if (oldest !== undefined) this.ids.delete(oldest);
  }
}
