import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError, type BlobId } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import type { ObjectStore } from '@skyshelf/object-store';

export const newId = () => randomBytes(12).toString('hex');

interface Derived {
  blobId: BlobId;
  bytes: Buffer;
  jobId: string;
}

/** Answers as storage's internal routes do, over the same folder of objects. */
export class StorageNeighbour {
  readonly blobs = new Map<string, { key: string; size: number; wanted: boolean }>();
  /** Thumbnails it was given, by their source. */
  readonly derived = new Map<string, Derived[]>();
  /** Called before each answer; throws to be away. */
  before: (path: string) => Promise<void> | void = () => {};

  constructor(private readonly objects: ObjectStore) {}

  /** A blob with these bytes. */
  async add(bytes: Uint8Array): Promise<BlobId> {
    const blobId = newId() as BlobId;
    await this.objects.put(blobId, bytes);
    this.blobs.set(blobId, { key: blobId, size: bytes.length, wanted: true });
    return blobId;
  }

  peers(): Peers {
    return {
      json: async <T>(_service: string, path: string) => {
        await this.before(path);
        const blobId = path.split('/').at(-1) ?? '';
        return { blobId, type: 'image/png', ...this.find(blobId) } as T;
      },
      bytes: async (_service, path, { body } = {}) => {
        await this.before(path);
        const query = new URL(path, 'http://storage').searchParams;
        const kept = await this.keep(query.get('source') ?? '', query.get('jobId') ?? '', body ?? '');
        return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(kept))]) };
      },
    };
  }

  private async keep(
    source: string,
    jobId: string,
    body: Readable | Uint8Array | string,
  ): Promise<{ blobId: BlobId; size: number }> {
    if (!this.find(source).wanted) throw new DomainError('file.not-found');
    const made = this.derived.get(source) ?? [];
    const known = made.find((each) => each.jobId === jobId);
    if (known) return { blobId: known.blobId, size: known.bytes.length };
    const fresh = {
      blobId: newId() as BlobId,
      bytes: body instanceof Readable ? await buffer(body) : Buffer.from(body),
      jobId,
    };
    this.derived.set(source, [...made, fresh]);
    await this.objects.put(fresh.blobId, fresh.bytes);
    return { blobId: fresh.blobId, size: fresh.bytes.length };
  }

  private find(blobId: string): { key: string; size: number; wanted: boolean } {
    const blob = this.blobs.get(blobId);
    if (!blob) throw new DomainError('file.not-found');
    return blob;
  }
}
