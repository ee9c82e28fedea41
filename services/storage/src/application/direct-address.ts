import { DomainError, limits } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import { dispositionOf } from '../domain/disposition.js';
import type { FileAnswer, RangeRequest } from './ranged-answer.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';

/** Fewer bytes are there before a second request has been answered. */
const DIRECT_BYTES = limits.maxSingleRequestBytes;

/** Nothing to be shown, nothing to be run. */
const TYPE = 'application/octet-stream';

/**
 * The address in the object store; null where the bytes come from here. A client that began here (`If-Range`
 * with our ETag) goes on here: the store has another ETag. The store is asked first, so that a refusal is
 * ours: its own would be shown in place of the page.
 * @throws DomainError `file.not-found`: the store has no such bytes; `service.unavailable`
 */
export async function directAddress(
  { objects, settings }: Pick<Storage, 'objects' | 'settings'>,
  { _id }: Pick<Blob, '_id'>,
  answer: FileAnswer,
  { name, ifRange }: Pick<RangeRequest, 'ifRange'> & { name: string },
): Promise<string | null> {
  if (!settings.directDownloads || !isLarge(answer) || ifRange === answer.etag) return null;
  const presented = { disposition: dispositionOf(TYPE, name, true), type: TYPE };
  const address = await objects.presignGet(_id, limits.downloadUrlMs, presented);
  if (address === null) return null;
  const stored = await objects.head(_id).catch((error: unknown) => {
    throw storeRefusal(error);
  });
  if (!stored) throw new DomainError('file.not-found');
  return address;
}

const isLarge = (answer: FileAnswer): boolean =>
  (answer.status === 200 || answer.status === 206) &&
  answer.size !== null &&
  answer.end - answer.start + 1 > DIRECT_BYTES;
