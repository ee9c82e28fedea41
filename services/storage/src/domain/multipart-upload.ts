import { type BlobId, type DriveId, type UploadGrant, type UploadId, limits } from '@skyshelf/contracts';

/** `joining`: being completed · `done`: a blob · `aborted`: being removed. */
export type PartsState = 'open' | 'joining' | 'done' | 'aborted';

export interface MultipartUpload {
  _id: UploadId;
  drive: DriveId;
  state: PartsState;
  blobId: BlobId;
  /** The store's name for it; null until opened. */
  multipartId: string | null;
  /** Excludes others until then, by the database's clock. */
  joiner: { id: string; until: Date } | null;
  grant: UploadGrant;
  begun: Date;
  expires: Date;
}

export interface PartPlan {
  partBytes: number;
  partCount: number;
}

/** An empty file has one part too. */
export const partPlan = (size: number): PartPlan => ({
  partBytes: limits.partBytes,
  partCount: Math.max(1, Math.ceil(size / limits.partBytes)),
});

/** The bytes that count as unnamed: those of an upload that may still become a file. */
export const heldBytes = ({ state, grant }: Pick<MultipartUpload, 'state' | 'grant'>): number =>
  state === 'open' || state === 'joining' ? grant.size : 0;

/** null means that there is no such part. */
export function partSize(size: number, partNumber: number): number | null {
  const { partBytes, partCount } = partPlan(size);
  if (partNumber < 1 || partNumber > partCount) return null;
  return Math.min(partBytes, size - (partNumber - 1) * partBytes);
}

export interface SentPart {
  partNumber: number;
  etag: string;
  size: number;
}

export type NamedParts = readonly Pick<SentPart, 'partNumber' | 'etag'>[];

export const plainTags = (parts: NamedParts): NamedParts =>
  parts.map(({ partNumber, etag }) => ({ partNumber, etag: etag.replaceAll('"', '') }));

/** `refuse`: it is finished or given up · `open`: the object store has no upload of this name. */
export type StartDecision = { do: 'refuse' } | { do: 'open' } | { do: 'continue'; multipartId: string };

/** @param lost the store's name for it that the store does not know any more */
export function decideStart(
  { state, multipartId }: Pick<MultipartUpload, 'state' | 'multipartId'>,
  lost: string | null,
): StartDecision {
  if (state === 'aborted' || state === 'done') return { do: 'refuse' };
  return multipartId && multipartId !== lost ? { do: 'continue', multipartId } : { do: 'open' };
}

/**
 * A store forgets an upload that it has joined. It may also lose one: by a rule of its bucket, or as versitygw
 * 1.8 when it is killed while it joins; then the bytes are sent again.
 * @param object under the upload's key
 */
export const isJoined = (size: number, object: { size: number } | null): boolean => object?.size === size;

/**
 * A part has arrived when it has the right size. A store that browsers send to knows a part by the ETag that
 * its sender got: versitygw lists interrupted parts in full length.
 * @param confirmed by the sender; null where parts came through this service
 */
export function receivedParts(
  size: number,
  listed: readonly SentPart[],
  confirmed: NamedParts | null,
): SentPart[] {
  const etags = confirmed && new Map(plainTags(confirmed).map(({ partNumber, etag }) => [partNumber, etag]));
  return listed.filter(
    (part) =>
      part.size === partSize(size, part.partNumber) && (!etags || etags.get(part.partNumber) === part.etag),
  );
}

const partNumbers = (size: number): number[] =>
  Array.from({ length: partPlan(size).partCount }, (_, index) => index + 1);

export const joinedParts = (size: number): SentPart[] =>
  partNumbers(size).map((partNumber) => ({
    partNumber,
    etag: 'joined',
    size: partSize(size, partNumber) ?? 0,
  }));

export function missingParts(size: number, received: readonly SentPart[]): number[] {
  const here = new Set(received.map(({ partNumber }) => partNumber));
  return partNumbers(size).filter((number) => !here.has(number));
}

/** The named parts are the whole file. */
export function isWhole(size: number, listed: readonly SentPart[], named: NamedParts): boolean {
  const sizes = new Map(listed.map((part) => [part.partNumber, part.size]));
  return named.reduce((sum, { partNumber }) => sum + (sizes.get(partNumber) ?? 0), 0) === size;
}

/** No record names it, and it is too old for a record that is still to be written. */
export const isStray = (started: Date, now: Date, recordedWithinMs: number): boolean =>
  now.getTime() - started.getTime() >= recordedWithinMs;
