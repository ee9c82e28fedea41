import {
  DomainError,
  eventTypeOf,
  quotaChanged,
  type BlobId,
  type DriveId,
  type EventMessage,
  type OpId,
  type StorageEvent,
} from '@skyshelf/contracts';
import { createMongoDriveStore, createOutbox, type DriveStore, type Outbox } from '@skyshelf/event-store';
import { MetricRegistry } from '@skyshelf/telemetry';
import type { Db } from 'mongodb';
import { quietLog } from './contract/bench.js';
import type { Relay } from '../src/relay/relay.js';
import { startRelay, type RelayOptions } from '../src/relay/start-relay.js';

type QuotaChanged = ReturnType<typeof quotaChanged.parse>;

type Store = DriveStore<QuotaChanged, { id: string }>;
type OwnCommand = [DriveId, OpId, Parameters<Store['withDrive']>[2]];

const clock = { now: () => new Date() };

export class RelayBench {
  readonly registry = new MetricRegistry();
  private commands = 0;

  private constructor(
    readonly db: Db,
    readonly store: DriveStore<QuotaChanged, { id: string }>,
    readonly outbox: Outbox<StorageEvent>,
  ) {}

  static async make(db: Db): Promise<RelayBench> {
    let ids = 0;
    const store = createMongoDriveStore<QuotaChanged, { id: string }>({
      client: db.client,
      db,
      clock,
      service: 'catalog',
      eventSchema: quotaChanged,
      ids: { next: () => `id-${(ids += 1)}` },
      projection: { changes: () => [], unique: [], indexes: [] },
    });
    const outbox = createOutbox<StorageEvent>({
      db,
      clock,
      service: 'catalog',
      schemaOf: (type) => eventTypeOf(type)?.schema ?? 1,
    });
    await store.prepare();
    await outbox.prepare();
    return new RelayBench(db, store, outbox);
  }

  async write(drive: DriveId, count = 1): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      this.commands += 1;
      const event: QuotaChanged = { type: 'catalog.quota.changed', quota: this.commands };
      const command = {
        name: 'change',
        payload: event,
        read: async () => null,
        decide: () => ({ event, answer: null }),
      };
      await this.persistently(drive, `op-${process.pid}-${this.commands}` as OpId, command);
    }
  }

  /** As clients do: on a machine that does much else a command is told to come again, under its own id. */
  private async persistently(...[drive, opId, command]: OwnCommand): Promise<void> {
    for (;;) {
      try {
        await this.store.withDrive(drive, opId, command, { actor: null, trace: null });
        return;
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'drive.busy')) throw error;
      }
    }
  }

  /**
   * Events without an order, in one transaction; `before commit` is called when they are written but not yet
   * visible.
   */
  async append(
    ids: readonly string[],
    drive: DriveId,
    beforeCommit: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    await this.db.client.withSession((session) =>
      session.withTransaction(async () => {
        for (const id of ids) {
          await this.outbox.append(session, {
            id,
            drive,
            actor: null,
            trace: null,
            data: { type: 'storage.blob.removed', blobId: 'b' as BlobId },
          });
        }
        await beforeCommit();
      }),
    );
    this.outbox.appended(drive);
  }

  relay(
    publish: (events: readonly EventMessage[]) => Promise<void>,
    options: Partial<RelayOptions> = {},
  ): Promise<Relay> {
    const { db, outbox, store, registry } = this;
    return startRelay({
      service: 'catalog',
      db,
      outbox,
      store,
      clock,
      logger: quietLog,
      metrics: { registry },
      holder: 'alone',
      // Nothing below may wait for it.
      pollMs: 600_000,
      bus: { publish },
      ...options,
    });
  }

  async depth(): Promise<number> {
    return (await this.outbox.depth()).events;
  }
}
