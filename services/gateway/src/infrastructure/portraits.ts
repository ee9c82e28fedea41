import { createHash } from 'node:crypto';
import { DomainError, mediaCalls, type DriveId } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import { Binary, type Collection, type Db } from 'mongodb';
import type { Portrait, PortraitStore } from '../application/portrait.js';
import type { AccountDocument } from './accounts.js';

interface StoredPortrait {
  from: string;
  etag: string;
  bytes: Binary;
}

const durable = { writeConcern: { w: 'majority', j: true } } as const;

/** Pixels of the square; bytes fetched. */
const LIMITS = { side: 256, mostBytes: 2 * 1024 * 1024 };

/** Null when it can't be had. */
export const makePortraitAt =
  (peers: Peers) =>
  async (address: string): Promise<Uint8Array | null> => {
    try {
      const { webp } = await ask(peers, mediaCalls.renderOutsidePicture, { body: { address, ...LIMITS } });
      return Buffer.from(webp, 'base64');
    } catch (error) {
      if (error instanceof DomainError && error.code === 'file.not-found') return null;
      throw error;
    }
  };

/** The accounts' documents contain them: 256 pixels are about 10 KB. */
export class StoredPortraits implements PortraitStore {
  readonly #accounts: Collection<AccountDocument & { portrait?: StoredPortrait }>;

  constructor(db: Db) {
    this.#accounts = db.collection('accounts');
  }

  async find(drive: DriveId): Promise<Omit<Portrait, 'bytes'> | null> {
    const projection = { 'portrait.from': 1, 'portrait.etag': 1 };
    return (await this.#accounts.findOne({ drive }, { projection }))?.portrait ?? null;
  }

  async read(drive: DriveId): Promise<Portrait | null> {
    const found = await this.#accounts.findOne({ drive }, { projection: { portrait: 1 } });
    return found?.portrait ? { ...found.portrait, bytes: found.portrait.bytes.buffer } : null;
  }

  async keep(drive: DriveId, from: string, bytes: Uint8Array): Promise<void> {
    const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const portrait = { from, etag, bytes: new Binary(bytes) };
    await this.#accounts.updateOne({ drive, state: 'open' }, { $set: { portrait } }, durable);
  }

  async remove(drive: DriveId): Promise<void> {
    await this.#accounts.updateOne({ drive }, { $unset: { portrait: '' } }, durable);
  }
}
