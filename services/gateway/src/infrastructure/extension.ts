import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import type { DriveId } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';
import type { PackedFile } from '../domain/packed-file.js';
import type { ConnectionOffers } from '../application/connect-extension.js';
import type { ConnectionOffer } from '../domain/session.js';

/** Reads the files once and keeps their order. Null where the web build has none. */
export function extensionFiles(webRoot: string | null): () => Promise<PackedFile[] | null> {
  let read: Promise<PackedFile[] | null> | undefined;
  return () => (read ??= webRoot === null ? Promise.resolve(null) : filesIn(join(webRoot, 'extension')));
}

async function filesIn(folder: string): Promise<PackedFile[] | null> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifAbsent);
  const paths = found?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (!paths?.length) return null;
  return Promise.all(
    paths.toSorted().map(async (path) => ({
      path: relative(folder, path).split(sep).join('/'),
      content: await readFile(path),
    })),
  );
}

function ifAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** The id is the hash of its code: only the user's browser has the code. */
type OfferDocument = ConnectionOffer & { _id: string };

const durable = { writeConcern: { w: 'majority', j: true } } as const;
const hash = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** Stores the offers for all replicas, because the extension may come to any of them. */
export class StoredConnectionOffers implements ConnectionOffers {
  readonly #offers: Collection<OfferDocument>;

  constructor(db: Db) {
    this.#offers = db.collection('connectionOffers');
  }

  async add(offer: ConnectionOffer): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    await this.#offers.insertOne({ _id: hash(code), ...offer }, durable);
    return code;
  }

  async take(code: string, now: Date): Promise<ConnectionOffer | null> {
    const good = { _id: hash(code), expires: { $gt: now } };
    return this.#offers.findOneAndDelete(good, { ...durable, projection: { _id: 0 } });
  }

  async forget(drive: DriveId): Promise<void> {
    await this.#offers.deleteMany({ drive });
  }
}
