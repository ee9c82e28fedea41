import type { BlobId, DriveId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
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
    | 'object-is-known';
  message: string;
}

/** What an element says of a blob. */
export interface NamedBlob {
  elementId: string;
  blobId: string;
  thumbnailBlobId?: string | null;
  size?: number;
}

/** Looks whether what is recorded, what is named and what lies in the store agree. Meant for an installation at rest. */
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
    const referenced = new Set((await refs.find({ _id: { $in: pairs } }).toArray()).map(({ _id }) => _id));
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
  async recorded(after: string, limit: number): Promise<{ problems: Problem[]; next: string | null }> {
    const blobs = await this.collections.blobs
      .find({ _id: { $gt: after as BlobId }, state: 'ready' })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const problems = await Promise.all([this.withoutBytes(blobs), this.unnamed(blobs), this.orphans(blobs)]);
    return { problems: problems.flat(), next: blobs.length < limit ? null : (blobs.at(-1)?._id ?? null) };
  }

  /** References to blobs that are not there. */
  async references(): Promise<Problem[]> {
    const lost = this.collections.refs.aggregate<{ _id: string }>([
      {
        $lookup: {
          from: 'blobs',
          localField: 'blobId',
          foreignField: '_id',
          as: 'blob',
          pipeline: [{ $match: { state: 'ready' } }, { $project: { _id: 1 } }],
        },
      },
      { $match: { blob: [] } },
    ]);
    return (await lost.toArray()).map(({ _id }) => ({
      rule: 'reference-names-a-blob',
      message: `The reference ${_id} names no blob.`,
    }));
  }

  /** Objects that no record names. They are told, never removed by themselves: it may be the records that are lost. */
  async unknownObjects(): Promise<Problem[]> {
    const problems: Problem[] = [];
    for await (const { key, size } of this.objects.list()) {
      const known = await this.collections.blobs.findOne({ _id: key as BlobId }, { projection: { _id: 1 } });
      if (
        known ??
        (await this.collections.uploads.findOne({ blobId: key as BlobId }, { projection: { _id: 1 } }))
      )
        continue;
      problems.push({
        rule: 'object-is-known',
        message: `No record names the object ${key} of ${size} bytes.`,
      });
    }
    return problems;
  }

  private async withoutBytes(blobs: readonly Blob[]): Promise<Problem[]> {
    const checked = await Promise.all(
      blobs.map(async ({ _id, size }) => ({ _id, size, found: await this.objects.head(_id) })),
    );
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
    const named = await this.collections.refs.distinct('blobId', { blobId: { $in: free } });
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
