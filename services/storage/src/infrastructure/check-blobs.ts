import type { BlobId, DriveId, ElementBlobs, ProblemPage } from '@skyshelf/contracts';
import type { ObjectInfo, ObjectStore } from '@skyshelf/object-store';
import type { Blob } from '../domain/blob.js';
import type { StorageCollections } from './collections.js';

/** A rule that does not hold, in words for the operator. */
export interface Problem {
  rule:
    | 'named-blob-is-ready'
    | 'named-blob-is-whole'
    | 'named-blob-is-kept'
    | 'derived-is-ready'
    | 'blob-has-its-bytes'
    | 'unnamed-is-condemned'
    | 'reference-names-a-blob'
    | 'derived-has-a-source'
    | 'object-is-known'
    | 'upload-is-known'
    | 'unnamed-bytes'
    | 'upload-ended';
  message: string;
  about?: { drive?: DriveId; elementId?: string; blobId?: string; id?: string };
}

/** Of each sort. */
const MOST_LEFTOVERS = 100;

/** What an element says of a blob that it keeps. */
interface KeptBlob {
  elementId: string;
  blobId: BlobId;
  size: number;
}

const problem = (rule: Problem['rule'], message: string, about?: Problem['about']): Problem => ({
  rule,
  message,
  ...(about && { about }),
});

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

const notReady = ({ elementId, blobId }: KeptBlob): Problem =>
  problem('named-blob-is-ready', `${elementId} names the blob ${blobId}, which is not ready.`, {
    elementId,
    blobId,
  });

const notDerived = (elementId: string, { kind, blobId }: ElementBlobs['derived'][number]): Problem =>
  problem('derived-is-ready', `${elementId} has a ${kind} ${blobId} that is not there.`, {
    elementId,
    blobId,
  });

/** Its own bytes; or, of a link, what was made from its address. */
const keptOf = ({ elementId, blobId, derived, size }: ElementBlobs): KeptBlob[] =>
  blobId === null
    ? derived.map((made) => ({ elementId, blobId: made.blobId, size: made.bytes }))
    : [{ elementId, blobId, size }];

function wrongWith({ elementId, blobId, size }: KeptBlob, blob: Blob, kept: boolean): Problem[] {
  const about = { elementId, blobId };
  const wrong: Problem[] = [];
  if (blob.size !== size) {
    const message = `${elementId} has ${size} bytes, its blob ${blobId} ${blob.size}.`;
    wrong.push(problem('named-blob-is-whole', message, about));
  }
  if (!kept)
    wrong.push(
      problem('named-blob-is-kept', `${elementId} names the blob ${blobId} without a reference.`, about),
    );
  return wrong;
}

/** An object store has work of its users to do as well. */
const HEADS_AT_ONCE = 32;

/** Looks whether what is recorded, what is named and what lies in the store agree. What is on its way while it looks may show up: look again. */
export class CheckBlobs {
  constructor(
    private readonly collections: StorageCollections,
    private readonly objects: ObjectStore,
  ) {}

  /** That every blob which elements of a drive name is ready, theirs, of their size, referenced, and has its bytes. */
  async named(drive: DriveId, named: readonly ElementBlobs[]): Promise<Problem[]> {
    const { blobs, refs } = this.collections;
    const ids = named.flatMap((each) => [
      ...keptOf(each).map(({ blobId }) => blobId),
      ...each.derived.map(({ blobId }) => blobId),
    ]);
    const ready = await blobs.find({ _id: { $in: ids }, drive, state: 'ready' }).toArray();
    const found = new Map(ready.map((blob) => [blob._id, blob]));
    const pairs = named.flatMap(keptOf).map(({ blobId, elementId }) => `${blobId}.${elementId}`);
    const referenced = new Set(await refs.distinct('_id', { _id: { $in: pairs }, gone: null }));
    return named
      .flatMap((each) => [
        ...keptOf(each).flatMap((kept) => {
          const blob = found.get(kept.blobId);
          const isKept = referenced.has(`${kept.blobId}.${kept.elementId}`);
          return blob ? wrongWith(kept, blob, isKept) : [notReady(kept)];
        }),
        ...each.derived
          .filter((made) => each.blobId !== null && found.get(made.blobId)?.source !== each.blobId)
          .map((made) => notDerived(each.elementId, made)),
      ])
      .map((wrong) => ({ ...wrong, about: { drive, ...wrong.about } }));
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
      .find({ _id: { $gt: after }, gone: null }, { projection: { blobId: 1, elementId: 1, drive: 1 } })
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
      .map(({ _id, drive, elementId, blobId }) =>
        problem('reference-names-a-blob', `The reference ${_id} names no blob.`, {
          drive,
          elementId,
          blobId,
        }),
      );
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

  /** What a cut-off upload has left that ran out before a moment. */
  async leftovers(before: Date): Promise<Problem[]> {
    const expires = { $lt: before };
    const { uploads, blobs } = this.collections;
    const inParts = await uploads.find({ expires }).limit(MOST_LEFTOVERS).toArray();
    const unfinished = await blobs.find({ finished: null, expires }).limit(MOST_LEFTOVERS).toArray();
    const told = (what: string, { _id, expires: at }: { _id: string; expires: Date | null }): Problem =>
      problem('upload-ended', `The ${what} ${_id} ran out at ${at?.toISOString() ?? ''} and is still there.`);
    return [
      ...inParts.map((each) => told('upload in parts', each)),
      ...unfinished.map((each) => told('unfinished blob', each)),
    ];
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
    const checked: { _id: BlobId; drive: DriveId; size: number; found: ObjectInfo | null }[] = [];
    for (let index = 0; index < blobs.length; index += HEADS_AT_ONCE) {
      const few = blobs.slice(index, index + HEADS_AT_ONCE);
      const heads = few.map(async ({ _id, drive, size }) => {
        const found = await this.objects.head(_id);
        return { _id, drive, size, found };
      });
      checked.push(...(await Promise.all(heads)));
    }
    return checked
      .filter(({ size, found }) => found?.size !== size)
      .map(({ _id, drive, size, found }) => ({
        rule: 'blob-has-its-bytes',
        message: `The blob ${_id} has ${size} bytes, in the store are ${found ? found.size : 'none'}.`,
        about: { drive, blobId: _id },
      }));
  }

  private async unnamed(blobs: readonly Blob[]): Promise<Problem[]> {
    const free = blobs.filter(({ source, condemned }) => source === null && condemned === null);
    const ids = free.map(({ _id }) => _id);
    const named = await this.collections.refs.distinct('blobId', { blobId: { $in: ids }, gone: null });
    return free
      .filter(({ _id }) => !named.includes(_id))
      .map(({ _id, drive }) => ({
        rule: 'unnamed-is-condemned',
        message: `Nobody names the blob ${_id}, and it is not condemned.`,
        about: { drive, blobId: _id },
      }));
  }

  private async orphans(blobs: readonly Blob[]): Promise<Problem[]> {
    const derived = blobs.flatMap(({ _id, drive, source, condemned }) =>
      source && condemned === null ? [{ _id, drive, source }] : [],
    );
    const sources = await this.collections.blobs.distinct('_id', {
      _id: { $in: derived.map(({ source }) => source) },
    });
    return derived
      .filter(({ source }) => !sources.includes(source))
      .map(({ _id, drive, source }) => ({
        rule: 'derived-has-a-source',
        message: `The blob ${_id} was made from ${source}, which is gone, and it is not condemned.`,
        about: { drive, blobId: _id, id: source },
      }));
  }
}
