import { json } from 'node:stream/consumers';
import { derivativeOf, DomainError, storageCalls, type BlobId, type DerivedHead } from '@skyshelf/contracts';
import { askBytes, type Peers } from '@skyshelf/peers';
import type { Job } from '../application/job.js';

export interface SmallFile {
  job: Job;
  bytes: Uint8Array;
}

/** For storage. */
export const derivedFrom = ({ _id: jobId, kind, source, drive, elementId }: Job) => {
  const made = { kind, jobId };
  return 'blobId' in source ? { source: source.blobId, ...made } : { drive, elementId, ...made };
};

/** In one call. */
const MOST_SENT = 32;

type KeptSmall = { blobId: BlobId; bytes: number } | DomainError;

/** In as few calls as may be: what storage kept of each, or why not. */
export async function keepSmall(peers: Peers, small: readonly SmallFile[]): Promise<KeptSmall[]> {
  const calls = Array.from({ length: Math.ceil(small.length / MOST_SENT) }, (_, n) =>
    keepSome(peers, small.slice(n * MOST_SENT, (n + 1) * MOST_SENT)),
  );
  return (await Promise.all(calls)).flat();
}

async function keepSome(peers: Peers, small: readonly SmallFile[]): Promise<KeptSmall[]> {
  const files: DerivedHead['files'] = small.map(({ job, bytes }) => ({
    of: derivedFrom(job),
    size: bytes.length,
    contentType: derivativeOf(job.kind).mediaType,
  }));
  const head = Buffer.from(`${JSON.stringify({ files } satisfies DerivedHead)}\n`);
  const sent = Buffer.concat([head, ...small.map(({ bytes }) => bytes)]);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(sent.length) };
  const answer = await askBytes(peers, storageCalls.putAllDerived, { sent, headers });
  const { kept } = storageCalls.putAllDerived.answer.parse(await json(answer.body));
  return small.map((_, index) => {
    const one = kept[index];
    if (!one) return new DomainError('service.unavailable');
    return 'refused' in one ? new DomainError(one.refused) : { blobId: one.blobId, bytes: one.size };
  });
}
