import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError, type DriveId, type EventMessage, type FinishedUpload, type UploadGrant } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { createIds, createService, createStatementSigner, type Caller, type CreatedService } from '@skyshelf/http';
import { createFolderStore, type ObjectStore } from '@skyshelf/object-store';
import { createLogger, createMetrics } from '@skyshelf/telemetry';
import { fakeClock, testDatabase, type FakeClock, type TestDatabase } from '@skyshelf/testing';
import { collectionsOf, type StorageCollections } from '../infrastructure/collections.js';
import { storage } from '../storage.service.js';
import type { StorageRuntime } from '../storage.runtime.js';

const secret = 'the internal secret of a test, long enough';

export interface Account {
  sub: string;
  drive: DriveId;
  /** The header that says who calls. */
  authorization: string;
  /** Any request with this account's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A grant as catalog gives it. */
  grant(about?: Partial<UploadGrant>): string;
  /** PUT of all the bytes; the answer as it came. */
  put(grant: string, body: RequestInit['body']): Promise<Response>;
  /** A whole upload that must succeed. */
  upload(bytes: Uint8Array<ArrayBuffer>, about?: Partial<UploadGrant>): Promise<FinishedUpload>;
}

/** The service as it runs, on a database and a folder of the test's own, called through a socket. */
export interface RunningStorage {
  address: string;
  service: CreatedService;
  runtime: StorageRuntime;
  bus: EventBus;
  clock: FakeClock;
  objects: ObjectStore;
  collections: StorageCollections;
  database: TestDatabase;
  /** What storage has published. */
  events: EventMessage[];
  /** What catalog answers when it is asked which blobs nobody names; all of them unless changed. */
  unused: (blobIds: string[]) => string[];
  account(name?: string): Account;
  internal<T>(method: string, url: string, body?: unknown): Promise<T>;
  /** Bytes by an internal route. */
  internalBytes(url: string, bytes: Uint8Array<ArrayBuffer>, contentType?: string): Promise<Response>;
  stop(): Promise<void>;
}

/** @param change what differs from the real ports */
export async function runStorage(change: { objects?(real: ObjectStore): ObjectStore } = {}): Promise<RunningStorage> {
  const database = await testDatabase('storage');
  const root = await mkdtemp(join(tmpdir(), 'storage-'));
  const clock = fakeClock(new Date());
  const store = await createFolderStore({ root, clock });
  const objects = change.objects?.(store) ?? store;
  const callers = new Map<string, Caller>();
  const logger = createLogger({ service: 'storage', level: 'fatal' });
  const bus = createInProcessBus({ logger, clock });
  const running = { unused: (blobIds: string[]) => blobIds, events: [] as EventMessage[] };
  bus.tap(['storage.upload.completed', 'storage.upload.aborted', 'storage.blob.removed'], (event) => void running.events.push(event));
  const runtime: StorageRuntime = {
    client: database.client, db: database.db, bus, logger, clock, objects,
    signer: createStatementSigner(secret),
    metrics: createMetrics('storage'),
    ids: createIds(clock),
    tokens: {
      verify: (token) => {
        const caller = callers.get(token);
        return caller ? Promise.resolve(caller) : Promise.reject(new DomainError('auth.forged'));
      },
    },
    peers: {
      json: async <T>(_service: string, path: string, init?: { body?: unknown }) => {
        if (path !== '/internal/blobs/unused') throw new DomainError('route.not-found');
        return { unused: running.unused((init?.body as { blobIds: string[] }).blobIds) } as T;
      },
      bytes: () => Promise.reject(new DomainError('service.unavailable')),
    },
    internalSecret: secret,
  };
  const service = await createService(storage, runtime);
  await service.start();
  const address = await service.listen({ host: '127.0.0.1', port: 0 });
  const authorization = `Internal ${secret}`;
  return Object.assign(running, {
    address, service, runtime, bus, clock, objects, database,
    collections: collectionsOf(database.db),
    account: (name = 'alice') => newAccount(address, callers, runtime, name),
    internal: async <T>(method: string, url: string, body?: unknown) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const answer = await service.inject({ method, url, payload, headers: { authorization, ...(payload && { 'content-type': 'application/json' }) } });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.payload}`);
      return JSON.parse(answer.payload) as T;
    },
    internalBytes: (url: string, bytes: Uint8Array<ArrayBuffer>, contentType = 'image/webp') =>
      fetch(address + url, { method: 'POST', body: bytes, headers: { authorization, 'content-type': contentType } }),
    stop: async () => {
      await service.stop();
      await bus.close();
      await store.close();
      await database.drop();
      await rm(root, { recursive: true });
    },
  });
}

function newAccount(address: string, callers: Map<string, Caller>, { signer, clock }: StorageRuntime, name: string): Account {
  const drive = randomBytes(15).toString('base64url') as DriveId;
  const sub = `local|${name}`;
  const token = randomBytes(15).toString('hex');
  callers.set(token, { sub, drive, sid: token, name });
  const call: Account['fetch'] = (path, init = {}) =>
    fetch(address + path, { ...init, headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) } });
  const grant: Account['grant'] = (about = {}) =>
    signer.sign({
      kind: 'upload-grant', uploadId: randomBytes(15).toString('hex'), drive, user: sub, folderId: 'root', name: 'file.bin', size: 0,
      contentType: 'application/octet-stream', source: 'device', expires: clock.now().getTime() + 24 * 3600_000, ...about,
    });
  const put: Account['put'] = (signed, body) =>
    call('/api/upload/bytes', { method: 'PUT', body, headers: { 'upload-grant': signed }, ...(body instanceof ReadableStream && { duplex: 'half' }) });
  return {
    sub, drive, authorization: `Bearer ${token}`, fetch: call, grant, put,
    upload: async (bytes, about = {}) => {
      const answer = await put(grant({ size: bytes.length, ...about }), bytes);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as FinishedUpload;
    },
  };
}
