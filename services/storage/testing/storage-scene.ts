import { randomBytes } from 'node:crypto';
import { blobOfAddress, type BlobId, type DerivativeKind } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import { afterEach, beforeEach } from 'vitest';
import type { Blob } from '../src/domain/blob.js';
import type { Swept } from '../src/application/sweep/swept-records.js';
import type { Account } from './account.js';
import { CatalogPublisher } from './catalog-tells.js';
import type { StorageConfig } from '../src/storage.config.js';
import { runStorage, type RunningStorage } from './running-storage.js';

export const DAY = 24 * 3600_000;
/** A sweep that found nothing. */
export const nothing: Swept = {
  pending: 0,
  parts: 0,
  multiparts: 0,
  unused: 0,
  hashed: 0,
  references: 0,
  archives: 0,
  takeouts: 0,
};

/** Random bytes alone are now and then taken for text or MP3. */
export const picture = (size = 50): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from('RIFF\x2a\0\0\0WEBP', 'latin1'), randomBytes(size - 12)]));

/** Starts storage for each test of a file, with a user and a catalog. */
export class StorageScene {
  private running: { storage: RunningStorage; catalog: CatalogPublisher; alice: Account } | null = null;
  /** Called after bytes were put and before they are recorded. */
  onPut: (key: string) => Promise<void> = async () => {};

  /** Called before bytes are deleted. */
  onDelete: () => Promise<void> = async () => {};

  /** The free bytes that the store reports. */
  freeBytes: () => Promise<number> = async () => Infinity;

  /** @param config what of the settings is not as by default */
  constructor(config: Partial<StorageConfig> = {}) {
    beforeEach(async () => {
      this.onPut = async () => {};
      this.onDelete = async () => {};
      this.freeBytes = async () => Infinity;
      const storage = await runStorage((real) => this.watched(real), undefined, config);
      this.running = { storage, catalog: new CatalogPublisher(storage), alice: storage.account() };
    });
    afterEach(() => this.storage.stop());
  }

  get storage(): RunningStorage {
    return this.now.storage;
  }

  get catalog(): CatalogPublisher {
    return this.now.catalog;
  }

  get alice(): Account {
    return this.now.alice;
  }

  async sweep(): Promise<Swept | null> {
    return (await this.storage.internal<{ swept: Swept | null }>('POST', '/internal/storage/sweep')).swept;
  }

  /** A file of 1,000 bytes of alice's. */
  async upload(): Promise<BlobId> {
    const { linkurl } = await this.alice.upload(new Uint8Array(randomBytes(1000)));
    return blobOfAddress(linkurl) as BlobId;
  }

  blob(id: BlobId): Promise<Blob | null> {
    return this.storage.collections.blobs.findOne({ _id: id });
  }

  /** Lists the keys of all objects in the store. */
  async keys(): Promise<string[]> {
    return (await Array.fromAsync(this.storage.objects.list())).map(({ key }) => key);
  }

  /** Reads a file and gives the status. */
  async status(id: BlobId, account = this.alice): Promise<number> {
    return (await account.fetch(`/files/Cloud/${id}/x`)).status;
  }

  /** Sends a picture of 50 bytes. */
  derive(source: BlobId, jobId = 'job', kind: DerivativeKind = 'thumbnail'): Promise<Response> {
    const query = `source=${source}&kind=${kind}&jobId=${jobId}`;
    return this.storage.internalBytes(`/internal/blobs/derived?${query}`, picture());
  }

  /** Sends a picture of 50 bytes that was made from the address of a link of alice's. */
  async deriveOfLink(elementId: string, jobId = 'job'): Promise<BlobId> {
    const query = `drive=${this.alice.drive}&elementId=${elementId}&kind=thumbnail&jobId=${jobId}`;
    const answer = await this.storage.internalBytes(`/internal/blobs/derived?${query}`, picture());
    return ((await answer.json()) as { blobId: BlobId }).blobId;
  }

  private get now() {
    if (!this.running) throw new Error('A scene is there within a test only');
    return this.running;
  }

  private watched(real: ObjectStore): ObjectStore {
    const put: ObjectStore['put'] = async (key, body, options) => {
      const info = await real.put(key, body, options);
      await this.onPut(key);
      return info;
    };
    const remove: ObjectStore['delete'] = async (keys) => {
      await this.onDelete();
      return real.delete(keys);
    };
    return { ...real, put, delete: remove, freeBytes: () => this.freeBytes() };
  }
}
