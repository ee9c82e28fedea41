import type { ProblemPage, DriveId } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { Storage } from '../storage.js';
import { pageOf, problem, type Problem } from '../../domain/problem.js';
import { referenceId } from '../../domain/references.js';

/** The store serves users too. */
const HEADS_AT_ONCE = 32;

type Checking = Pick<Storage, 'checked' | 'objects'>;

/** Bytes of the recorded length, unnamed ones condemned, derived ones with their source. */
export async function checkRecorded(storage: Checking, after: string, limit: number): Promise<ProblemPage> {
  const blobs = await storage.checked.page(after, limit);
  const problems = await Promise.all([
    withoutBytes(storage, blobs),
    unnamed(storage, blobs),
    orphans(storage, blobs),
  ]);
  return pageOf(problems.flat(), blobs, limit, blobs.at(-1)?._id);
}

async function withoutBytes({ objects }: Checking, blobs: readonly Blob[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (let index = 0; index < blobs.length; index += HEADS_AT_ONCE) {
    const few = blobs.slice(index, index + HEADS_AT_ONCE);
    const found = await Promise.all(few.map(({ _id }) => objects.head(_id)));
    for (const [at, { _id, drive, size }] of few.entries()) {
      const there = found[at]?.size;
      if (there === size) continue;
      const message = `The blob ${_id} has ${size} bytes, in the store are ${there ?? 'none'}.`;
      problems.push(problem('blob-has-its-bytes', message, { drive, blobId: _id }));
    }
  }
  return problems;
}

async function unnamed({ checked }: Checking, blobs: readonly Blob[]): Promise<Problem[]> {
  const free = blobs.filter(({ source, condemned }) => source === null && condemned === null);
  const named = await checked.named(free.map(({ _id }) => _id));
  return free
    .filter(({ _id }) => !named.has(_id))
    .map(({ _id, drive }) =>
      problem('unnamed-is-condemned', `No one names the blob ${_id}, and it is not condemned.`, {
        drive,
        blobId: _id,
      }),
    );
}

async function orphans({ checked }: Checking, blobs: readonly Blob[]): Promise<Problem[]> {
  const derived = blobs.flatMap(({ _id, drive, source, condemned }) =>
    source && condemned === null ? [{ _id, drive, source }] : [],
  );
  const sources = await checked.recorded(derived.map(({ source }) => source));
  return derived
    .filter(({ source }) => !sources.has(source))
    .map(({ _id, drive, source }) => {
      const message = `The blob ${_id} was made from ${source}, which is gone, and it is not condemned.`;
      return problem('derived-has-a-source', message, { drive, blobId: _id, id: source });
    });
}

export async function checkReferences(
  { checked }: Pick<Storage, 'checked'>,
  after: string,
  limit: number,
): Promise<ProblemPage> {
  const page = await checked.references(after, limit);
  const ready = await checked.ready(page.map(({ blobId }) => blobId));
  const problems = page
    .filter(({ blobId }) => !ready.has(blobId))
    .map((reference) => {
      const { drive, elementId, blobId } = reference;
      const message = `The reference ${referenceId(reference)} names no blob.`;
      return problem('reference-names-a-blob', message, { drive, elementId, blobId });
    });
  const last = page.at(-1);
  return pageOf(problems, page, limit, last && referenceId(last));
}

const MOST_COUNTERS = 1000;

export async function checkUnnamed(
  { checked }: Pick<Storage, 'checked'>,
  drive: DriveId | null,
): Promise<Problem[]> {
  const wrong = await checked.wrongCounters(drive);
  return wrong.slice(0, MOST_COUNTERS).map((each) => {
    const message = `${each.counted} bytes of drive ${each.drive} count as named by no element, ${each.actual} are.`;
    return problem('unnamed-bytes', message, { drive: each.drive });
  });
}

const MOST_LEFTOVERS = 100;

export async function findLeftovers({ checked }: Pick<Storage, 'checked'>, before: Date): Promise<Problem[]> {
  const leftover = (what: string, { _id, expires }: { _id: string; expires: Date | null }): Problem =>
    problem(
      'upload-ended',
      `The ${what} ${_id} ran out at ${expires?.toISOString() ?? ''} and is still there.`,
    );
  const inParts = await checked.expiredUploads(before, MOST_LEFTOVERS);
  const unfinished = await checked.expiredBlobs(before, MOST_LEFTOVERS);
  return [
    ...inParts.map((each) => leftover('upload in parts', each)),
    ...unfinished.map((each) => leftover('unfinished blob', each)),
  ];
}
