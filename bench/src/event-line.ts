import type { KafkaAccess } from '@skyshelf/stack';
import { setTimeout as pause } from 'node:timers/promises';
import type { BlobId, DriveId, EventMessage, StorageEvent } from '@skyshelf/contracts';
import { createKafkaBus, startRelay, type EventBus, type Relay } from '@skyshelf/event-bus';
import { createOutbox, type Outbox } from '@skyshelf/event-store';
import type { Db, MongoClient } from 'mongodb';

const clock = { now: () => new Date() };
const durable = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
} as const;
const type = 'storage.blob.removed' as const;
const SLOT = /^relay\/slot\//u;

const outboxIn = (db: Db): Outbox<StorageEvent> =>
  createOutbox({ db, service: 'storage', clock, schemaOf: () => 1 });

/** The way of an event from the outbox of one service over Kafka to an effect in another's database. */
export class EventLine {
  private readonly outbox: Outbox<StorageEvent>;
  private readonly bus: EventBus;
  private relays: Relay[] = [];
  private made = 0;
  private readonly effects = new Map<string, PromiseWithResolvers<number>>();

  private constructor(
    private readonly client: MongoClient,
    private readonly owner: Db,
    private readonly reader: Db,
    kafka: KafkaAccess,
  ) {
    this.outbox = outboxIn(owner);
    const log = (fields: object, message: string) => console.log(message, JSON.stringify(fields));
    const none = () => undefined;
    this.bus = createKafkaBus({
      ...kafka,
      topicPrefix: `bench-${process.pid}-${Date.now()}`,
      partitions: 8,
      replication: 1,
      replica: 'bench',
      clock,
      logger: { debug: none, info: none, warn: log, error: log },
      joinTimeoutMs: 60_000,
    });
  }

  static async open(client: MongoClient, kafka: KafkaAccess): Promise<EventLine> {
    const owner = client.db('bench_events_owner');
    const reader = client.db('bench_events_reader');
    for (const db of [owner, reader]) await db.dropDatabase();
    const line = new EventLine(client, owner, reader, kafka);
    await line.outbox.prepare();
    await reader.createCollection('effects');
    await reader.createCollection('raw_seen');
    line.bus.registerSource('storage', line.outbox);
    await line.bus.subscribe({
      name: 'media',
      db: reader,
      handlers: new Map([[type, (event, context) => line.handle(event, context.effect)]]),
    });
    return line;
  }

  async close(): Promise<void> {
    await this.stopRelay();
    await this.bus.close();
    for (const db of [this.owner, this.reader]) await db.dropDatabase();
  }

  /** @param replicas of the service that publishes, which share the slots; the first of them commits all events */
  async startRelay(replicas = 1): Promise<void> {
    const { owner: db, bus } = this;
    const none = () => undefined;
    const logger = { debug: none, info: none, warn: console.warn, error: console.error };
    for (let replica = 1; replica <= replicas; replica += 1) {
      const outbox = replica === 1 ? this.outbox : outboxIn(db);
      const holder = `bench-${replica}`;
      this.relays.push(await startRelay({ service: 'storage', db, outbox, bus, clock, holder, logger }));
    }
    const share = Math.floor(64 / replicas);
    const holder = `bench-${replicas}`;
    while ((await db.collection('leases').countDocuments({ holder, _id: SLOT as never })) < share) {
      await pause(100);
    }
  }

  async stopRelay(): Promise<void> {
    await Promise.all(this.relays.splice(0).map((relay) => relay.stop()));
  }

  /** Commits an event to the outbox. @returns when it was committed, and when its effect is, by `performance.now()` */
  async append(drive: string): Promise<{ committed: number; effect: Promise<number> }> {
    const id = `bench-${(this.made += 1)}`;
    const effect = Promise.withResolvers<number>();
    this.effects.set(id, effect);
    const event = {
      id,
      drive: drive as DriveId,
      actor: null,
      trace: null,
      data: { type, blobId: id as BlobId },
    };
    await this.client.withSession((session) =>
      session.withTransaction(() => this.outbox.append(session, event), durable),
    );
    const committed = performance.now();
    this.outbox.appended(event.drive);
    return { committed, effect: effect.promise };
  }

  /**
   * The same durable writes by hand: each effect and its mark "seen" in a transaction, then the marks
   * "published" of all of them, as a relay sets them.
   */
  async raw(names: readonly string[]): Promise<void> {
    const seen = this.reader.collection<{ _id: string; at: Date }>('raw_seen');
    const effects = this.reader.collection<{ _id: string; at: Date }>('effects');
    for (const _id of names) {
      await this.client.withSession((session) =>
        session.withTransaction(async () => {
          await seen.insertOne({ _id, at: new Date() }, { session });
          await effects.insertOne({ _id: `raw-${_id}`, at: new Date() }, { session });
        }, durable),
      );
    }
    await this.reader
      .collection<{ _id: string }>('raw_seen')
      .updateMany({ _id: { $in: [...names] } }, { $set: { pub: true } });
  }

  private async handle(
    event: EventMessage,
    effect: (
      work: (session: Parameters<Outbox<StorageEvent>['append']>[0], db: Db) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void> {
    await effect(async (session, db) => {
      await db
        .collection<{ _id: string; at: Date }>('effects')
        .insertOne({ _id: event.id, at: new Date() }, { session });
    });
    this.effects.get(event.id)?.resolve(performance.now());
    this.effects.delete(event.id);
  }
}
