import type { BlobId, DriveId, ProblemPage } from '@skyshelf/contracts';
import type { ObjectInfo, ObjectStore } from '@skyshelf/object-store';
import type { Blob } from '../domain/blob.js';
import type { StorageCollections } from '../infrastructure/collections.js';

/** A rule that does not hold, in words for the operator. */
export interface Problem {
  rule:
    | 'named-blob-is-ready'
    | 'blob-has-its-bytes'
    | 'unnamed-is-condemned'
    | 'reference-names-a-blob'
    | 'derived-has-a-source'
    | 'object-is-known'
    | 'upload-is-known';
  message: string;
}

/** What an element says of a blob. */
export interface NamedBlob {
  elementId: string;
  blobId: string;
  thumbnailBlobId?: string | null;
  size?: number;
}

const problem = (rule: Problem['rule'], message: string): Problem => ({ rule, message });

const pageOf = (
  problems: Problem[],
  page: readonly unknown[],
  limit: number,
  last: string | undefined,
): ProblemPage => ({
  problems,
  looked: page.length,
  next: page.length < limit ? null : (last ?? null),
});

/** An object store has work of its users to do as well. */
const HEADS_AT_ONCE = 32;

/** Looks whether what is recorded, what is named and what lies in the store agree. What is on its way while it looks may show up: look again. */
export class CheckBlobs {
  constructor(
    private readonly collections: StorageCollections,
    private readonly objects: ObjectStore,
  ) {}

  /** That every blob which elements of a drive name is ready, theirs, of their size, referenced, and has its bytes. */
  async named(drive: DriveId, named: readonly NamedBlob[]): Promise<Problem[]> {
    const { blobs, refs } = this.collections;
    const ids = named.flatMap(({ blobId, thumbnailBlobId }) =>
      thumbnailBlobId ? [blobId, thumbnailBlobId] : [blobId],
    ) as BlobId[];
    const found = new Map(
      (await blobs.find({ _id: { $in: ids }, drive, state: 'ready' }).toArray()).map((blob) => [
        blob._id as string,
        blob,
      ]),
    );
    const pairs = named.map(({ blobId, elementId }) => `${blobId}.${elementId}`);
    const referenced = new Set(
      (await refs.find({ _id: { $in: pairs }, gone: null }).toArray()).map(({ _id }) => _id),
    );
    return named.flatMap(({ elementId, blobId, thumbnailBlobId, size }) => {
      const blob = found.get(blobId);
      const wrong: string[] = [];
      if (!blob) wrong.push(`${elementId} names the blob ${blobId}, which is not ready.`);
      if (blob && size !== undefined && blob.size !== size)
        wrong.push(`${elementId} has ${size} bytes, its blob ${blobId} ${blob.size}.`);
      if (blob && !referenced.has(`${blobId}.${elementId}`))
        wrong.push(`${elementId} names the blob ${blobId} without a reference.`);
      if (thumbnailBlobId && found.get(thumbnailBlobId)?.source !== blobId)
        wrong.push(`${elementId} has a thumbnail ${thumbnailBlobId} that is not there.`);
      return wrong.map((message) => ({ rule: 'named-blob-is-ready' as const, message }));
    });
  }

  /** All blobs in pages by id: bytes there and as long as recorded, the unnamed condemned, the derived with their source. */
  async recorded(after: string, limit: number): Promise<ProblemPage> {
    const blobs = await this.collections.blobs
      .find({ _id: { $gt: after as BlobId }, state: 'ready' })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const problems = await Promise.all([this.withoutBytes(blobs), this.unnamed(blobs), this.orphans(blobs)]);
    return pageOf(problems.flat(), blobs, limit, blobs.at(-1)?._id);
  }

  /** All references in pages by id: each names a blob. */
  async references(after: string, limit: number): Promise<ProblemPage> {
    const { blobs, refs } = this.collections;
    const page = await refs
      .find({ _id: { $gt: after }, gone: null }, { projection: { blobId: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const ids = page.map(({ blobId }) => blobId);
    const found = await blobs
      .find({ _id: { $in: ids }, state: 'ready' }, { projection: { _id: 1 } })
      .toArray();
    const ready = new Set(found.map(({ _id }) => _id));
    const problems = page
      .filter(({ blobId }) => !ready.has(blobId))
      .map(({ _id }) => problem('reference-names-a-blob', `The reference ${_id} names no blob.`));
    return pageOf(problems, page, limit, page.at(-1)?._id);
  }

  /** All objects in pages by key: a record names each. Others are told, never removed by themselves: it may be the records that are lost. */
  async unknownObjects(after: string, limit: number): Promise<ProblemPage> {
    const page: ObjectInfo[] = [];
    for await (const info of this.objects.list(after === '' ? {} : { after })) {
      page.push(info);
      if (page.length === limit) break;
    }
    const known = await this.knownKeys(page.map(({ key }) => key as BlobId));
    const problems = page
      .filter(({ key }) => !known.has(key))
      .map(({ key, size }) =>
        problem('object-is-known', `No record names the object ${key} of ${size} bytes.`),
      );
    return pageOf(problems, page, limit, page.at(-1)?.key);
  }

  /** Uploads in parts that only the store knows, begun before a moment: the sweeper should have ended them. They are told, not ended. */
  async strayMultiparts(before: Date, most: number): Promise<Problem[]> {
    const problems: Problem[] = [];
    for await (const { key, multipartId, started } of this.objects.listMultiparts()) {
      if (started >= before) continue;
      const upload = { blobId: key as BlobId, multipartId };
      if (await this.collections.uploads.findOne(upload, { projection: { _id: 1 } })) continue;
      const message = `No record names the unfinished upload in parts of ${key}, begun at ${started.toISOString()}.`;
      problems.push(problem('upload-is-known', message));
      if (problems.length === most) break;
    }
    return problems;
  }

  private async knownKeys(keys: BlobId[]): Promise<Set<string>> {
    const { blobs, uploads } = this.collections;
    const [recorded, coming] = await Promise.all([
      blobs.find({ _id: { $in: keys } }, { projection: { _id: 1 } }).toArray(),
      uploads.find({ blobId: { $in: keys } }, { projection: { blobId: 1 } }).toArray(),
    ]);
    return new Set([...recorded.map(({ _id }) => _id), ...coming.map(({ blobId }) => blobId)]);
  }

  private async withoutBytes(blobs: readonly Blob[]): Promise<Problem[]> {
    const checked: { _id: BlobId; size: number; found: ObjectInfo | null }[] = [];
    for (let index = 0; index < blobs.length; index += HEADS_AT_ONCE) {
      const few = blobs.slice(index, index + HEADS_AT_ONCE);
      const heads = few.map(async ({ _id, size }) => ({ _id, size, found: await this.objects.head(_id) }));
      checked.push(...(await Promise.all(heads)));
    }
    return checked
      .filter(({ size, found }) => found?.size !== size)
      .map(({ _id, size, found }) => ({
        rule: 'blob-has-its-bytes',
        message: `The blob ${_id} has ${size} bytes, in the store are ${found ? found.size : 'none'}.`,
      }));
  }

  private async unnamed(blobs: readonly Blob[]): Promise<Problem[]> {
    const free = blobs
      .filter(({ source, condemned }) => source === null && condemned === null)
      .map(({ _id }) => _id);
    const named = await this.collections.refs.distinct('blobId', { blobId: { $in: free }, gone: null });
    return free
      .filter((id) => !named.includes(id))
      .map((id) => ({
        rule: 'unnamed-is-condemned',
        message: `Nobody names the blob ${id}, and it is not condemned.`,
      }));
  }

  private async orphans(blobs: readonly Blob[]): Promise<Problem[]> {
    const derived = blobs.flatMap(({ _id, source }) => (source ? [{ _id, source }] : []));
    const sources = await this.collections.blobs.distinct('_id', {
      _id: { $in: derived.map(({ source }) => source) },
    });
    return derived
      .filter(({ source }) => !sources.includes(source))
      .map(({ _id, source }) => ({
        rule: 'derived-has-a-source',
        message: `The blob ${_id} was made from ${source}, which is gone.`,
      }));
  }
}
