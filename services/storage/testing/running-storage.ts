import { DomainError, type EventMessage } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import type { Peers } from '@skyshelf/peers';
import { createService, type CreatedService } from '@skyshelf/service';
import { createIds, createStatementSigner } from '@skyshelf/tokens';
import type { ObjectStore } from '@skyshelf/object-store';
import { createLogger, createMetrics, MetricRegistry } from '@skyshelf/telemetry';
import { fakeClock, testDatabase, type FakeClock, type TestDatabase } from '@skyshelf/testing';
import { collectionsOf, type StorageCollections } from '../src/infrastructure/collections.js';
import { storage } from '../src/storage.service.js';
import { storageDefaults, type StorageConfig } from '../src/storage.config.js';
import type { StorageRuntime } from '../src/storage.runtime.js';
import { Account } from './account.js';
import { StandInShelf } from './stand-in-shelf.js';
import { BundleAnswers } from './bundle-answers.js';
import { storeForTest, type TestStore } from './stores.js';

const secret = 'the internal secret of a test, long enough';
export const authorization = `Internal ${secret}`;
const published = ['storage.upload.completed', 'storage.upload.aborted', 'storage.blob.removed'];

type LiveQuestions = { questions: { blobIds: string[] }[] };

/** The service as it runs, on a database and a folder of the test's own, called through a socket. */
export class RunningStorage {
  readonly clock: FakeClock = fakeClock(new Date());
  readonly logger = createLogger({ service: 'storage', level: 'fatal' });
  readonly bus: EventBus = createInProcessBus({ logger: this.logger, clock: this.clock });
  /** The events that storage has published. */
  readonly events: EventMessage[] = [];
  readonly registry = new MetricRegistry();
  readonly collections: StorageCollections;
  private readonly accounts = new Map<string, Account>();
  private started: { service: CreatedService; address: string } | null = null;
  private version = 0;
  private readonly closing: (() => Promise<unknown>)[] = [];

  /** The answer of catalog to which blobs no one names; all of them unless changed. */
  unused = (blobIds: string[]): string[] => blobIds;

  /** The names and folders that catalog reports. */
  readonly shelf = new StandInShelf();
  /** Catalog's answers about bundles. */
  readonly bundles = new BundleAnswers();

  /** Files that catalog says are gone; all others are live. */
  readonly deleted = new Set<string>();

  constructor(
    readonly database: TestDatabase,
    readonly objects: ObjectStore,
    private readonly config: Partial<StorageConfig> = {},
  ) {
    this.collections = collectionsOf(database.db);
    this.bus.tap(published, (event) => void this.events.push(event));
  }

  readonly runtime = (): StorageRuntime => ({
    client: this.database.client,
    db: this.database.db,
    bus: this.bus,
    logger: this.logger,
    clock: this.clock,
    objects: this.objects,
    signer: createStatementSigner(() => [secret]),
    metrics: createMetrics('storage', this.registry),
    ids: createIds(this.clock),
    tokens: { verify: async (token) => this.callerOf(token) },
    peers: this.catalog(),
    internalKeys: () => [secret],
    config: { ...storageDefaults, ...this.config },
  });

  async start(): Promise<void> {
    const service = await createService(storage, this.runtime());
    await service.start();
    this.started = { service, address: await service.listenInternal({ host: '127.0.0.1', port: 0 }) };
  }

  get service(): CreatedService {
    if (!this.started) throw new Error('Storage does not run');
    return this.started.service;
  }

  get address(): string {
    if (!this.started) throw new Error('Storage does not run');
    return this.started.address;
  }

  get signer(): StorageRuntime['signer'] {
    return createStatementSigner(() => [secret]);
  }

  account(name = 'alice'): Account {
    const account = new Account(name, this.address, { signer: this.signer, clock: this.clock });
    this.accounts.set(account.token, account);
    return account;
  }

  /** A call of an internal route that must succeed. */
  async internal<T>(method: string, url: string, body?: unknown): Promise<T> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = { authorization, ...(payload && { 'content-type': 'application/json' }) };
    const answer = await this.service.inject({ method, url, payload, headers });
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.payload}`);
    return JSON.parse(answer.payload) as T;
  }

  /** Sends bytes to an internal route. */
  internalBytes(url: string, bytes: Uint8Array<ArrayBuffer>, type = 'image/webp'): Promise<Response> {
    const headers = { authorization, 'content-type': type };
    return fetch(this.address + url, { method: 'POST', body: bytes, headers });
  }

  onStop(close: () => Promise<unknown>): void {
    this.closing.push(close);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.bus.close();
    for (const close of this.closing) await close();
    await this.database.drop();
  }

  private callerOf(token: string) {
    const account = this.accounts.get(token);
    if (!account) throw new DomainError('auth.forged');
    const { sub, drive, name, scope } = account;
    return { sub, drive, sid: token, name, ...(scope && { scope }) };
  }

  /** A drive changes between any two questions. */
  private live({ questions }: LiveQuestions) {
    return {
      answers: questions.map(({ blobIds }) => ({
        version: (this.version += 1),
        live: blobIds.filter((each) => !this.deleted.has(each)),
      })),
    };
  }

  /** The neighbour that storage asks before it removes bytes, and before it gives any away. */
  private catalog(): Peers {
    return {
      replicas: () => 1,
      json: async <T>(_service: string, path: string, init: Parameters<Peers['json']>[2] = {}) => {
        if (path.endsWith('/content'))
          return { plan: null, quota: null, settings: { darkMode: true }, cancellation: null } as T;
        const ofBundle = await this.bundles.answer(path, init.body, init.headers);
        if (ofBundle !== undefined) return ofBundle as T;
        if (path === '/internal/files/live') return this.live(init.body as LiveQuestions) as T;
        if (path !== '/internal/blobs/unused') return this.shelf.json(path, init.body) as T;
        const { blobIds } = init.body as { blobIds: string[] };
        return { unused: this.unused(blobIds) } as T;
      },
      bytes: (_service, path) => this.shelf.bytes(path),
    };
  }
}

/** @param change puts something between storage and its real object store */
export async function runStorage(
  change?: (real: ObjectStore) => ObjectStore,
  open: () => Promise<TestStore> = storeForTest,
  config: Partial<StorageConfig> = {},
): Promise<RunningStorage> {
  const { store, close } = await open();
  const running = new RunningStorage(await testDatabase('storage'), change?.(store) ?? store, config);
  running.onStop(close);
  await running.start();
  return running;
}
