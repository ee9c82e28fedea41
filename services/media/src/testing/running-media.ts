import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DomainError, type BlobId, type DriveId, type ElementId, type EventMessage } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { createIds, createService, createStatementSigner, systemClock, type CreatedService, type Peers } from '@skyshelf/http';
import { createFolderStore, type FolderStore } from '@skyshelf/object-store';
import { createLogger, createMetrics, MetricRegistry } from '@skyshelf/telemetry';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import type { Collection } from 'mongodb';
import type { Job } from '../domain/job.js';
import { jobsOf } from '../infrastructure/collections.js';
import { mediaDefaults, type MediaConfig } from '../media.config.js';
import type { MediaRuntime } from '../media.runtime.js';
import { media } from '../media.service.js';

/** A neighbour that answers as storage's internal routes do, over the same folder of objects. */
export interface StorageNeighbour {
  blobs: Map<string, { key: string; size: number; wanted: boolean }>;
  /** Thumbnails it was given, by their source. */
  derived: Map<string, { blobId: BlobId; bytes: Buffer; jobId: string }[]>;
  /** Called before each answer; throws to be away. */
  before(path: string): Promise<void> | void;
}

export interface RunningMedia {
  service: CreatedService;
  runtime: MediaRuntime;
  bus: EventBus;
  jobs: Collection<Job>;
  storage: StorageNeighbour;
  events: EventMessage<Record<string, unknown>>[];
  database: TestDatabase;
  objects: FolderStore;
  /** A blob with these bytes, as storage would have it. */
  blob(bytes: Uint8Array): Promise<BlobId>;
  /** Files have come to a drive, as catalog tells it. */
  uploaded(drive: DriveId, files: readonly { blobId: BlobId; kind: string }[]): Promise<ElementId[]>;
  /** A further process on the same data. */
  another(config?: Partial<MediaConfig>, holder?: string): Promise<CreatedService>;
  stop(): Promise<void>;
}

export const newDrive = () => randomBytes(15).toString('base64url') as DriveId;
const newId = () => randomBytes(12).toString('hex');

export async function runMedia(config: Partial<MediaConfig> = {}, { start = true } = {}): Promise<RunningMedia> {
  const database = await testDatabase('media');
  const root = await mkdtemp(join(tmpdir(), 'media-'));
  const objects = await createFolderStore({ root });
  const logger = createLogger({ service: 'media', level: 'fatal' });
  const bus = createInProcessBus({ logger, clock: systemClock });
  const storage: StorageNeighbour = { blobs: new Map(), derived: new Map(), before: () => {} };
  const events: RunningMedia['events'] = [];
  bus.tap(['media.thumbnail.made', 'media.thumbnail.failed'], (event) => void events.push(event as (typeof events)[number]));
  const secret = 'the internal secret of a test, long enough';
  const runtimeOf = (changed: Partial<MediaConfig>, relayHolder?: string): MediaRuntime => ({
    client: database.client, db: database.db, bus, logger, objects, relayHolder, clock: systemClock, ids: createIds(),
    signer: createStatementSigner(secret), metrics: createMetrics('media', new MetricRegistry()), internalSecret: secret, peers: neighbour(storage, objects),
    tokens: { verify: () => Promise.reject(new DomainError('auth.forged')) },
    config: { ...mediaDefaults, ...changed },
  });
  const runtime = runtimeOf(config);
  const service = await createService(media, runtime);
  if (start) await service.start();
  const others: CreatedService[] = [];
  const versions = new Map<DriveId, number>();
  return {
    service, runtime, bus, storage, events, database, objects,
    jobs: jobsOf(database.db),
    blob: async (bytes) => {
      const blobId = newId() as BlobId;
      await objects.put(blobId, bytes);
      storage.blobs.set(blobId, { key: blobId, size: bytes.length, wanted: true });
      return blobId;
    },
    uploaded: async (drive, files) => {
      const version = (versions.get(drive) ?? 0) + 1;
      versions.set(drive, version);
      const data = filesUploaded(files);
      await bus.publish([
        { id: `catalog:${drive}:${version}`, source: 'catalog', type: 'catalog.files.uploaded', schema: 1, drive, version, at: new Date().toISOString(), actor: 'local|alice', trace: null, data },
      ]);
      return data.files.map(({ id }) => id);
    },
    another: async (changed = {}, holder = newId()) => {
      const { bus: _, ...rest } = runtimeOf(changed, holder);
      const further = await createService({ ...media, transports: undefined, prepare: undefined }, { ...rest, bus: createInProcessBus({ logger, clock: systemClock }) });
      others.push(further);
      await further.start();
      return further;
    },
    stop: async () => {
      for (const each of [service, ...others]) await each.stop();
      await bus.close();
      await objects.close();
      await database.drop();
      await rm(root, { recursive: true });
    },
  };
}

function filesUploaded(files: readonly { blobId: BlobId; kind: string }[]) {
  const made = files.map(({ blobId, kind }) => ({
    id: newId() as ElementId, parentId: 'root', name: 'photo', nameKey: 'photo', tags: [], uploadId: newId(), blobId, kind, extension: null, source: 'device',
    size: 1, width: null, height: null,
  }));
  return { type: 'catalog.files.uploaded', files: made, delta: { used: files.length, count: files.length, byKind: {} } };
}

function neighbour(storage: StorageNeighbour, objects: FolderStore): Peers {
  const find = (blobId: string) => {
    const blob = storage.blobs.get(blobId);
    if (!blob) throw new DomainError('file.not-found');
    return blob;
  };
  return {
    json: async <T>(_service: string, path: string) => {
      await storage.before(path);
      return find(path.split('/').at(-1) ?? '') as T;
    },
    bytes: async (_service, path, { body } = {}) => {
      await storage.before(path);
      const query = new URL(path, 'http://storage').searchParams;
      const [source = '', jobId = ''] = [query.get('source') ?? '', query.get('jobId') ?? ''];
      if (!find(source).wanted) throw new DomainError('file.not-found');
      const made = storage.derived.get(source) ?? [];
      let mine = made.find((each) => each.jobId === jobId);
      if (!mine) {
        mine = { blobId: newId() as BlobId, bytes: Buffer.from(body as Uint8Array), jobId };
        await objects.put(mine.blobId, mine.bytes);
        storage.derived.set(source, [...made, mine]);
      }
      return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify({ blobId: mine.blobId, size: mine.bytes.length }))]) };
    },
  };
}
