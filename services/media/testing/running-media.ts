import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DerivedResults,
  derivativesMade,
  DomainError,
  type BlobId,
  type DriveId,
  type ElementId,
  type EventMessage,
} from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { createService, type CreatedService } from '@skyshelf/service';
import { createIds, createStatementSigner, systemClock } from '@skyshelf/tokens';
import { createFolderStore, type FolderStore } from '@skyshelf/object-store';
import { createLogger, createMetrics, MetricRegistry } from '@skyshelf/telemetry';
import { eventOf, testDatabase, type TestDatabase } from '@skyshelf/testing';
import type { Collection } from 'mongodb';
import type { Job } from '../src/application/job.js';
import { mediaDefaults, type MediaConfig } from '../src/media.config.js';
import type { Kinds } from '../src/application/kind.js';
import type { MediaRuntime } from '../src/media.runtime.js';
import { media } from '../src/media.service.js';
import { newId, StoragePeer } from './storage-neighbour.js';

const secret = 'the internal secret of a test, long enough';
export const newDrive = () => randomBytes(15).toString('base64url') as DriveId;

/** The service as it runs, on a database and a folder of the test's own. */
export class RunningMedia {
  readonly logger = createLogger({ service: 'media', level: 'fatal' });
  readonly bus: EventBus = createInProcessBus({ logger: this.logger, clock: systemClock });
  readonly registry = new MetricRegistry();
  readonly storage: StoragePeer;
  readonly jobs: Collection<Job>;
  /** The events that media has published; several that were made together are listed one by one. */
  readonly events: EventMessage<Record<string, unknown>>[] = [];
  private readonly services: CreatedService[] = [];
  private readonly versions = new Map<DriveId, number>();

  /** The kinds to make; all unless a test chooses others. */
  kinds: Kinds | undefined;

  constructor(
    readonly database: TestDatabase,
    readonly objects: FolderStore,
    private readonly root: string,
  ) {
    this.storage = new StoragePeer(objects);
    this.jobs = database.db.collection('jobs');
    const listener = (event: EventMessage) => void this.events.push(...each(event));
    this.bus.tap(['media.derivative.made', 'media.derivatives.made', 'media.derivative.failed'], listener);
  }

  runtime(config: Partial<MediaConfig>, relayHolder?: string, bus = this.bus): MediaRuntime {
    return {
      client: this.database.client,
      db: this.database.db,
      bus,
      logger: this.logger,
      objects: this.objects,
      relayHolder,
      kinds: this.kinds,
      clock: systemClock,
      ids: createIds(),
      signer: createStatementSigner(() => [secret]),
      metrics: createMetrics('media', this.registry),
      internalKeys: () => [secret],
      peers: this.storage.peers(),
      tokens: { verify: () => Promise.reject(new DomainError('auth.forged')) },
      // Tests run side by side: what stands back for all of them waits for long.
      config: { ...mediaDefaults, standBack: false, ...config },
    };
  }

  /** The process that also hears catalog's events. */
  async start(config: Partial<MediaConfig>): Promise<void> {
    const service = await createService(media, this.runtime(config));
    this.services.push(service);
    await service.start();
  }

  /** A part of the first process, by its injection token. */
  part<T>(token: symbol): T {
    const [first] = this.services;
    if (!first) throw new Error('not started');
    return first.app.get<T>(token);
  }

  /** A further process on the same data, which works only. What it publishes all hear, as over a broker. */
  async another(config: Partial<MediaConfig> = {}, holder = newId()): Promise<CreatedService> {
    const bus = createInProcessBus({ logger: this.logger, clock: systemClock });
    bus.publish = (events) => this.bus.publish(events);
    const worker = { ...media, transports: undefined, prepare: undefined };
    const service = await createService(worker, this.runtime(config, holder, bus));
    this.services.push(service);
    await service.start();
    return service;
  }

  /** Files have come to a drive, as catalog tells it. */
  async uploaded(drive: DriveId, files: readonly { blobId: BlobId; kind: string }[]): Promise<ElementId[]> {
    const data = filesUploaded(files);
    await this.tell(drive, data);
    return data.files.map(({ id }) => id);
  }

  /** Other bytes have taken the place of a file's; `derived`: what was made of them before. */
  async replaced(drive: DriveId, id: ElementId, blobId: BlobId, derived: DerivedResults = {}): Promise<void> {
    const about = { kind: 'image/png', extension: null, source: null, size: 1, width: 400, height: 400 };
    const since = new Date(0).toISOString();
    const content = { ...about, blobId, modified: null, derived, confirm: null, since, label: null };
    const change = { id, uploadId: null, content, before: content, kept: true, dropped: [], versions: 1 };
    const delta = { used: 0, count: 0, byKind: {} };
    const rest = { uploaded: [], released: [], delta };
    await this.tell(drive, { type: 'catalog.file.replaced', replaced: [change], ...rest } as {
      type: string;
    });
  }

  /** Elements are gone for good, as catalog tells it: at once, or as part of a large deletion. */
  async removed(drive: DriveId, removed: readonly ElementId[], large = false): Promise<void> {
    const common = {
      removed,
      blobIds: [],
      delta: { used: -removed.length, count: -removed.length, byKind: {} },
    };
    const purged = { ...common, type: 'catalog.elements.purged', process: 'deletion', chunk: 1, last: true };
    const deleted = { ...common, type: 'catalog.elements.deleted', roots: [], limbo: [], process: null };
    await this.tell(drive, large ? purged : deleted);
  }

  private async tell(drive: DriveId, data: { type: string }): Promise<void> {
    const version = (this.versions.get(drive) ?? 0) + 1;
    this.versions.set(drive, version);
    await this.bus.publish([eventOf('catalog', drive, data, { version, actor: 'local|alice' })]);
  }

  async stopServices(): Promise<void> {
    for (const each of this.services.splice(0)) await each.stop();
  }

  async stop(): Promise<void> {
    await this.stopServices();
    await this.bus.close();
    await this.objects.close();
    await this.database.drop();
    await rm(this.root, { recursive: true });
  }
}

function each(event: EventMessage): EventMessage<Record<string, unknown>>[] {
  if (event.type !== 'media.derivatives.made') return [event as EventMessage<Record<string, unknown>>];
  const type = 'media.derivative.made';
  return derivativesMade.parse(event.data).made.map((made) => ({ ...event, type, data: { type, ...made } }));
}

const filesUploaded = (files: readonly { blobId: BlobId; kind: string }[]) => ({
  type: 'catalog.files.uploaded',
  files: files.map((file) => ({ ...unnamed, ...file, id: newId() as ElementId, uploadId: newId() })),
  delta: { used: files.length, count: files.length, byKind: {} },
});

const unnamed = {
  parentId: 'root',
  name: 'photo',
  nameKey: 'photo',
  tags: [],
  extension: null,
  source: 'device',
  size: 1,
  // Too small for a denser thumbnail: most tests are about one job.
  width: 400,
  height: 400,
};

/** @param config what differs from the defaults; null makes everything ready and starts no process */
export async function runMedia(
  config: Partial<MediaConfig> | null = {},
  kinds?: Kinds,
): Promise<RunningMedia> {
  const root = await mkdtemp(join(tmpdir(), 'media-'));
  const running = new RunningMedia(await testDatabase('media'), await createFolderStore({ root }), root);
  running.kinds = kinds;
  if (config) await running.start(config);
  else await (await media.open(running.runtime({}))).prepare?.();
  return running;
}
