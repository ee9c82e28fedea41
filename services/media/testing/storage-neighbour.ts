import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { derivedHead, DomainError, type BlobId } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import type { ObjectStore } from '@skyshelf/object-store';

export const newId = () => randomBytes(12).toString('hex');

interface Derived {
  blobId: BlobId;
  bytes: Buffer;
  jobId: string;
}

/** Answers as storage's internal routes do, over the same folder of objects. */
export class StoragePeer {
  readonly blobs = new Map<string, { key: string; size: number; wanted: boolean }>();
  /** The derived files that it was given, by the blob or the element without bytes that they were made from. */
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
      replicas: () => 1,
      json: async <T>(_service: string, path: string, { body }: { body?: unknown } = {}) => {
        await this.before(path);
        const { blobIds } = body as { blobIds: string[] };
        const blobs = blobIds.map((blobId) => {
          const blob = this.blobs.get(blobId);
          return blob ? { blobId, type: 'image/png', ...blob } : null;
        });
        return { blobs } as T;
      },
      bytes: async (_service, path, { body } = {}) => {
        await this.before(path);
        const query = new URL(path, 'http://storage').searchParams;
        const answer = path.endsWith('/several')
          ? { kept: await this.keepSeveral(body as Buffer) }
          : await this.keepOne(Object.fromEntries(query), body ?? '');
        return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(answer))]) };
      },
    };
  }

  private async keepSeveral(body: Buffer): Promise<object[]> {
    const end = body.indexOf(10);
    const { files } = derivedHead.parse(JSON.parse(body.subarray(0, end).toString()));
    let at = end + 1;
    const kept: object[] = [];
    for (const { of, size } of files) {
      const bytes = body.subarray(at, (at += size));
      kept.push(
        await this.keepOne(of, bytes).catch((error: unknown) => {
          if (error instanceof DomainError) return { refused: error.code };
          throw error;
        }),
      );
    }
    return kept;
  }

  private keepOne(
    { source, elementId, jobId = '' }: { source?: string; elementId?: string; jobId?: string },
    body: Readable | Uint8Array | string,
  ): Promise<{ blobId: BlobId; size: number }> {
    if (source !== undefined && !this.find(source).wanted)
      return Promise.reject(new DomainError('file.not-found'));
    return this.keep(source ?? elementId ?? '', jobId, body);
  }

  private async keep(
    source: string,
    jobId: string,
    body: Readable | Uint8Array | string,
  ): Promise<{ blobId: BlobId; size: number }> {
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
