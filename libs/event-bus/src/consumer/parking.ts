import type { EventMessage, ServiceName } from '@skyshelf/contracts';
import type { ClientSession, Collection } from 'mongodb';
import type { ConsumerDeps } from './consumer-deps.js';
import { StaleCursorError } from './cursors.js';
import { parkedCollection, type ParkedDocument } from './parked.js';
import type { Failure, RetryLoop } from './retry-loop.js';
import type { SeenMarks } from './seen-marks.js';
import type { StreamPosition } from './stream-positions.js';
import { inTransaction } from './transaction.js';

const MAX_TEXT = 4_000;

/** Durable before the event counts as passed. */
export class Parking {
  private readonly documents: Collection<ParkedDocument>;
  private readonly name: ServiceName;

  constructor(
    private readonly deps: ConsumerDeps,
    private readonly retryLoop: RetryLoop,
    private readonly seen: SeenMarks,
  ) {
    this.documents = parkedCollection(deps.consumer.db);
    this.name = deps.consumer.name;
  }

  async parkStream(position: StreamPosition, event: EventMessage, failure: Failure): Promise<void> {
    const _id = this.streamId(position);
    await this.retryLoop.through(async () => {
      const before = await this.documents.findOne({ _id });
      const document = this.document(_id, event, failure, before?.version === event.version ? before : null);
      await this.documents.replaceOne({ _id }, document, {
        upsert: true,
        writeConcern: { w: 'majority', journal: true },
      });
    }, true);
    position.parked = true;
    this.report(event, failure, 'drive-parked', 'A drive is parked: its later events wait for an operator');
  }

  /** @returns false when nothing is parked: another process may have gone on with the drive */
  async waitBehind(position: StreamPosition, version: number): Promise<boolean> {
    const { matchedCount } = await this.documents.updateOne(
      { _id: this.streamId(position) },
      { $max: { latest: version } },
      { writeConcern: { w: 'majority' } },
    );
    return matchedCount === 1;
  }

  /** @returns false when later events wait behind it, maybe at another process */
  async release(position: StreamPosition): Promise<boolean> {
    const _id = this.streamId(position);
    const none = { $or: [{ latest: { $exists: false } }, { latest: { $lte: position.version } }] };
    const { deletedCount } = await this.documents.deleteOne(
      { _id, ...none },
      { writeConcern: { w: 'majority', journal: true } },
    );
    return deletedCount === 1 || (await this.documents.countDocuments({ _id })) === 0;
  }

  private streamId({ source, drive }: StreamPosition): string {
    return `${this.name}/${source}/${drive}`;
  }

  /** The mark keeps repeats away. */
  async parkSingle(event: EventMessage, failure: Failure): Promise<void> {
    const document = this.document(this.seen.id(event), event, failure, null);
    const { db } = this.deps.consumer;
    await this.retryLoop.through(async () => {
      try {
        await inTransaction(db.client, this.deps.pause, async (session) => {
          await this.seen.add(event, session);
          await this.documents.insertOne(document, { session });
        });
      } catch (error) {
        if (!(error instanceof StaleCursorError)) throw error;
      }
    }, true);
    this.report(event, failure, 'event-parked', 'An event is parked: it waits for an operator');
  }

  async readRequests(): Promise<{ parked: number; requests: ParkedDocument[] }> {
    const consumer = this.name;
    const [parked, requests] = await Promise.all([
      this.documents.countDocuments({ consumer }),
      this.documents
        .find({ consumer, request: { $ne: null } })
        .sort({ since: 1 })
        .toArray(),
    ]);
    return { parked, requests };
  }

  async remove(parked: ParkedDocument): Promise<void> {
    await this.documents.deleteOne({ _id: parked._id }, { writeConcern: { w: 'majority', journal: true } });
  }

  /** Removes the entry in the transaction of the retried effect. */
  async removeWithEffect(parked: ParkedDocument, session: ClientSession): Promise<void> {
    const { deletedCount } = await this.documents.deleteOne({ _id: parked._id }, { session });
    if (deletedCount === 0) throw new StaleCursorError(parked._id);
  }

  async recordFailure(parked: ParkedDocument, failure: Failure): Promise<void> {
    const { _id, ...document } = this.document(parked._id, parked.event, failure, parked);
    await this.documents.updateOne(
      { _id },
      { $set: document },
      { writeConcern: { w: 'majority', journal: true } },
    );
    this.report(parked.event, failure, 'event-parked', 'An event failed again and stays parked');
  }

  private document(
    _id: string,
    event: EventMessage,
    { error, tries }: Failure,
    before: ParkedDocument | null,
  ): ParkedDocument {
    const now = this.deps.clock.now();
    const { source, drive, version } = event;
    return {
      _id,
      consumer: this.name,
      source,
      drive,
      version,
      event,
      error: described(error),
      tries: (before?.tries ?? 0) + tries,
      since: before?.since ?? now,
      lastTried: now,
      request: null,
    };
  }

  private report(event: EventMessage, failure: Failure, alert: string, message: string): void {
    this.deps.metrics.events.add({ type: event.type, outcome: 'parked' });
    const { id, type, drive } = event;
    this.deps.log.error(
      { alert, consumer: this.name, event: id, type, drive, tries: failure.tries, err: failure.error },
      message,
    );
  }
}

function described(error: unknown): ParkedDocument['error'] {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error).slice(0, MAX_TEXT), stack: null };
  return {
    name: error.name,
    message: error.message.slice(0, MAX_TEXT),
    stack: error.stack?.slice(0, MAX_TEXT) ?? null,
  };
}
