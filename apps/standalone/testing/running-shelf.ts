import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DriveId, type ElementView, routes, type ServiceName } from '@skyshelf/contracts';
import { createFolderStore } from '@skyshelf/object-store';
import { databaseName } from '@skyshelf/service';
import { freePort, type RunningMongod, startMongod } from '@skyshelf/host';
import { apiClient, type ApiClient, opsRequest, uploadFile } from '@skyshelf/testing';
import { type ClientSession, type Collection, type Document, MongoClient } from 'mongodb';
import { dataFolderPaths } from '@skyshelf/data-folder';
import { keyNames, parseKeys } from '@skyshelf/tokens';
import type { Installation } from '@skyshelf/operations';
import type { Services } from '../src/make-services.js';
import type { RetryOptions } from '../src/standalone.config.js';
import { installationOf, type Standalone, startStandalone } from '../src/standalone.js';

/** Of an archive, so that nothing is made of it. */
export const contentOf = (fileName: string): Buffer => Buffer.from(`PK\x03\x04the content of ${fileName}`);

export interface ShelfUser {
  drive: DriveId;
  client: ApiClient;
  folder(name: string, url?: string): Promise<ElementView>;
  file(name: string, bytes?: Buffer): Promise<ElementView>;
}

export interface Damaged extends Document {
  _id: string;
}

/** All documents of some collections, by `<database>.<collection>`. */
export type Rows = Record<string, Document[]>;

export interface ShelfOptions {
  /** Of the consumers of events: they note soon how far they are, for many tests wait for that. */
  retryOptions?: RetryOptions;
  settings?: Record<string, string>;
  /** Fills the data folder and the database before the product starts on them. */
  before?(folder: string, mongo: MongoClient): Promise<void>;
}

/** The whole product in this process, on a folder and a database of its own, with a way to its data behind its back. */
export class RunningShelf {
  private constructor(
    readonly folder: string,
    private readonly server: RunningMongod,
    private readonly mongo: MongoClient,
    private readonly begin: (
      settings?: Record<string, string>,
    ) => Promise<{ standalone: Standalone; installation: Installation }>,
    private standalone: Standalone,
    public installation: Installation,
    /** A second look at the folder of objects. */
    readonly objects: Awaited<ReturnType<typeof createFolderStore>>,
  ) {}

  static async start({ retryOptions, settings, before }: ShelfOptions = {}): Promise<RunningShelf> {
    const folder = await mkdtemp(join(tmpdir(), 'skyshelf-operations-'));
    const paths = dataFolderPaths(folder);
    const server = await startMongod({
      dbPath: join(folder, 'mongod'),
      durability: 'scratch',
      // Else what has expired is there or not, as the server comes to it.
      parameters: { ttlMonitorEnabled: false },
    });
    const mongo = await new MongoClient(server.uri).connect();
    await before?.(folder, mongo);
    const env = {
      SKYSHELF_DATA: folder,
      PORT: String(await freePort()),
      MONGODB_URI: server.uri,
      LOG_LEVEL: 'silent',
      // Else what a test leaves lying is swept away at some moment.
      CATALOG_RESERVATION_SWEEP_SECONDS: '86400',
      STORAGE_SWEEP_SECONDS: '86400',
      ...settings,
    };
    const fail = (error: Error) => {
      throw error;
    };
    const begin = async (changed?: Record<string, string>) => {
      const standalone = await startStandalone({ ...env, ...changed }, fail, {
        pollMs: 50,
        ...retryOptions,
      });
      const keys = parseKeys(await readFile(paths.secrets, 'utf8'), keyNames);
      return { standalone, installation: installationOf(standalone.composition, { keys: () => keys }) };
    };
    const { standalone, installation } = await begin();
    const objects = await createFolderStore({ root: paths.objects });
    return new RunningShelf(folder, server, mongo, begin, standalone, installation, objects);
  }

  /** The product stops and starts; its database server and folder stay. */
  async restart(between: () => Promise<void>, settings?: Record<string, string>): Promise<void> {
    await this.standalone.stop();
    await between();
    Object.assign(this, await this.begin(settings));
  }

  /** Restores the rows of a copy of that moment. */
  async bringBack(rows: Rows): Promise<void> {
    for (const collection of await this.collections()) {
      await collection.deleteMany({});
      const kept = rows[collection.namespace] ?? [];
      if (kept.length > 0) await collection.insertMany(kept);
    }
  }

  collection(service: ServiceName, name: string): Collection<Damaged> {
    return this.mongo.db(databaseName(service)).collection<Damaged>(name);
  }

  async *documents(): AsyncGenerator<{ collection: string; text: string }> {
    for (const collection of await this.collections())
      for await (const found of collection.find())
        yield { collection: collection.namespace, text: JSON.stringify(found) };
  }

  async collections(): Promise<Collection[]> {
    const { databases } = await this.mongo.db().admin().listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => !['admin', 'local', 'config'].includes(name));
    return (await Promise.all(own.map(({ name }) => this.mongo.db(name).collections()))).flat();
  }

  /** Reads these collections at one moment, that of the first read. */
  async atOneMoment(collections: readonly Collection[]): Promise<Rows> {
    const read = async (session: ClientSession): Promise<Rows> => {
      const rows: Rows = {};
      for (const each of collections)
        rows[each.namespace] = await each.find({}, { session }).sort({ _id: 1 }).toArray();
      return rows;
    };
    return this.mongo.withSession({ snapshot: true }, read);
  }

  ops<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return opsRequest<T>(dataFolderPaths(this.folder).opsSocket, method, path, body);
  }

  get url(): string {
    return this.standalone.url;
  }

  /** An access token of a new session of this user. */
  async token(user: string): Promise<string> {
    return (await this.ops<{ access_token: string }>('POST', '/internal/token', { user })).access_token;
  }

  async user(name: string): Promise<ShelfUser> {
    const token = await this.token(name);
    const client = apiClient(this.standalone.url, token);
    const [, claims = ''] = token.split('.');
    const { drive } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { drive: DriveId };
    return {
      drive,
      client,
      folder: async (folderName, url = '/') => {
        const body = { url, obj: { linkname: folderName, linktype: 'folder' } };
        return (await client.call(routes.addElement, { body })).docs;
      },
      file: (fileName, bytes = contentOf(fileName)) =>
        // Nothing is made of an archive, so a drive of such files is at rest at once.
        uploadFile(client, {
          name: fileName,
          type: fileName.endsWith('.csv') ? 'text/csv' : 'application/zip',
          bytes,
        }),
    };
  }

  get mongodbUri(): string {
    return this.server.uri;
  }

  get services(): Services {
    return this.standalone.composition.services;
  }

  /** Lets the services listen, as they do in a cluster; answers the environment by which they are reached. */
  async network(): Promise<Record<string, string>> {
    const addresses = await Promise.all(
      Object.values(this.services).map(
        async (each) => `${each.name}=${await each.listenInternal({ host: '127.0.0.1', port: 0 })}`,
      ),
    );
    return {
      SKYSHELF_PEERS: addresses.join(','),
      SKYSHELF_KEYS_FILE: dataFolderPaths(this.folder).secrets,
    };
  }

  async stop(): Promise<void> {
    await this.standalone.stop();
    await this.objects.close();
    await this.mongo.close();
    await this.server.kill();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
