import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ObjectStoreError, type ObjectInfo, type PartInfo } from '../port.js';
import { isKey, checkPartNumber, checkPartOrder } from '../input-rules.js';
import { partsPage, refusalIn, uploadId, uploadsPage } from './answers.js';
import { withReady } from './bodies.js';
import { headObject, PAGE } from './objects.js';
import { isRefusal, S3Refusal } from './errors.js';
import type { Call, Wire } from './wire.js';

type NamedPart = Pick<PartInfo, 'partNumber' | 'etag'>;

/** The sweep finds one left by a lost answer. */
export async function createMultipart(wire: Wire, key: string): Promise<string> {
  return uploadId((await wire.read({ method: 'POST', key, query: { uploads: '' } })).body);
}

export async function putPart(
  wire: Wire,
  { key, id, partNumber }: { key: string; id: string; partNumber: number },
  body: Readable | Uint8Array,
  size: number,
): Promise<PartInfo> {
  checkPartNumber(partNumber);
  const query = { partNumber, uploadId: id };
  return withReady(body, size, async (ready) => {
    const { headers } = await wire.read({ method: 'PUT', key, query, body: ready });
    return { partNumber, etag: (headers.etag ?? '').replaceAll('"', ''), size };
  });
}

export async function listParts(wire: Wire, key: string, id: string, page = PAGE): Promise<PartInfo[]> {
  const found: PartInfo[] = [];
  let marker: string | undefined;
  do {
    const query = { uploadId: id, 'max-parts': page, 'part-number-marker': marker };
    const { Part, ...rest } = partsPage((await wire.read({ method: 'GET', key, query })).body);
    found.push(
      ...Part.map(({ PartNumber, ETag, Size }) => ({ partNumber: PartNumber, etag: ETag, size: Size })),
    );
    marker = rest.IsTruncated ? rest.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return found.sort((a, b) => a.partNumber - b.partNumber);
}

/** Repeatable: the object's ETag tells that it was done. */
export async function completeMultipart(
  wire: Wire,
  key: string,
  id: string,
  parts: readonly NamedPart[],
): Promise<ObjectInfo> {
  checkPartOrder(parts);
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.map(partXml).join('')}</CompleteMultipartUpload>`;
  try {
    const answer = await wire.read({ method: 'POST', key, query: { uploadId: id }, body, long: true });
    const refusal = refusalIn(answer.body);
    if (refusal) throw new S3Refusal(200, refusal.reason, refusal.message);
  } catch (error) {
    const done = isRefusal(error, 'NoSuchUpload') ? await headObject(wire, key) : null;
    if (done && done.etag === joinedTag(parts)) return done;
    // Some stores say so of an aborted upload too: listing its parts tells.
    if (isRefusal(error, 'InvalidPart')) await listParts(wire, key, id);
    throw isRefusal(error, 'MalformedXML', 'InvalidRequest') ? badParts(error) : error;
  }
  const info = await headObject(wire, key);
  if (!info) throw new ObjectStoreError('not-found', 'The object was deleted as soon as it was there');
  return info;
}

const badParts = (cause: unknown) =>
  new ObjectStoreError('bad-part', 'The store refuses these parts', { cause });

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const partXml = ({ partNumber, etag }: NamedPart): string =>
  `<Part><PartNumber>${partNumber}</PartNumber><ETag>&quot;${escaped(etag)}&quot;</ETag></Part>`;

/** The MD5 of the parts' MD5s and their count. */
function joinedTag(parts: readonly NamedPart[]): string {
  const digest = createHash('md5');
  for (const { etag } of parts) digest.update(Buffer.from(etag, 'hex'));
  return `${digest.digest('hex')}-${parts.length}`;
}

export async function abortMultipart(wire: Wire, key: string, id: string): Promise<void> {
  try {
    await wire.read({ method: 'DELETE', key, query: { uploadId: id } });
  } catch (error) {
    if (!isRefusal(error, 'NoSuchUpload')) throw error;
  }
}

export interface Unfinished {
  key: string;
  multipartId: string;
  started: Date;
}

/**
 * Paged by key alone: versitygw fails at S3's upload marker, so the last key of a page is listed separately.
 * MinIO forgets uploads begun before its last start, and removes them after a day.
 */
export async function* listMultiparts(wire: Wire, page = PAGE): AsyncGenerator<Unfinished> {
  let after: string | undefined;
  do {
    const { Upload, IsTruncated } = await uploadsOf(wire, { 'max-uploads': page, 'key-marker': after });
    const last = IsTruncated ? Upload.at(-1)?.Key : undefined;
    yield* Upload.filter(({ Key }) => Key !== last && isKey(Key)).map(unfinished);
    if (last !== undefined) {
      const ofLast = await uploadsOf(wire, { prefix: last });
      yield* ofLast.Upload.filter(({ Key }) => Key === last && isKey(Key)).map(unfinished);
    }
    after = last;
  } while (after !== undefined);
}

type Found = ReturnType<typeof uploadsPage>;

async function uploadsOf(wire: Wire, query: NonNullable<Call['query']>): Promise<Found> {
  return uploadsPage((await wire.read({ method: 'GET', query: { uploads: '', ...query } })).body);
}

const unfinished = ({ Key, UploadId, Initiated }: Found['Upload'][number]): Unfinished => ({
  key: Key,
  multipartId: UploadId,
  started: Initiated,
});
