import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { ObjectStoreError, type ObjectInfo } from '../port.js';
import { isKey } from '../input-rules.js';
import { withReady } from './bodies.js';
import { isRefusal, S3Refusal } from './errors.js';
import type { Wire } from './wire.js';

const plainTag = (header: string | undefined): string => (header ?? '').replaceAll('"', '');

/** Rounds to whole seconds, as in Last-Modified. */
const inSeconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

function infoOf(key: string, headers: IncomingHttpHeaders, size: number): ObjectInfo {
  const modified = new Date(headers['last-modified'] ?? headers.date ?? 0);
  return { key, size, etag: plainTag(headers.etag), modified };
}

/**
 * HEAD gives no reason, and 404 may also mean a missing bucket or (versitygw) unknown keys: a miss is asked
 * again with GET, or every byte would look lost.
 */
export async function headObject(wire: Wire, key: string): Promise<ObjectInfo | null> {
  try {
    const { headers } = await wire.read({ method: 'HEAD', key });
    return infoOf(key, headers, Number(headers['content-length']));
  } catch (error) {
    if (error instanceof S3Refusal && error.status === 404) return headByReading(wire, key);
    throw error;
  }
}

async function headByReading(wire: Wire, key: string): Promise<ObjectInfo | null> {
  try {
    const { info, body } = await openObject(wire, key);
    body.destroy(); // it came in between
    return info;
  } catch (error) {
    if (isRefusal(error, 'NoSuchKey')) return null;
    throw error;
  }
}

export async function putObject(
  wire: Wire,
  key: string,
  body: Readable | Uint8Array,
  { size, ifAbsent = false }: { size?: number; ifAbsent?: boolean },
): Promise<ObjectInfo> {
  const condition = ifAbsent ? { headers: { 'if-none-match': '*' }, repeat: false } : {};
  return withReady(body, size, async (ready) => {
    const { headers } = await wire.read({ method: 'PUT', key, body: ready, ...condition });
    // The answer has no time.
    const stored = await headObject(wire, key).catch(() => null);
    const own = infoOf(key, headers, ready.bytes);
    return stored ? { ...own, modified: stored.modified } : own;
  });
}

export interface OpenedObject {
  info: ObjectInfo;
  body: Readable;
  start: number;
  end: number;
}

const contentRange = /^bytes (\d+)-(\d+)\/(\d+)$/;

/** One version, even if it is replaced or deleted. */
export async function openObject(
  wire: Wire,
  key: string,
  range?: { start: number; end?: number },
): Promise<OpenedObject> {
  if (range) checkRange(range);
  const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` };
  const answer = await wire.open(key, headers);
  const { body } = answer;
  const length = Number(answer.headers['content-length']);
  if (!range) return { info: infoOf(key, answer.headers, length), body, start: 0, end: length - 1 };
  const [, start, end, size] = contentRange.exec(answer.headers['content-range'] ?? '') ?? [];
  if (answer.statusCode !== 206 || size === undefined) {
    body.destroy(); // some stores answer so for an empty object
    throw badRange();
  }
  return {
    info: infoOf(key, answer.headers, Number(size)),
    body,
    start: Number(start),
    end: Number(end),
  };
}

const badRange = (): ObjectStoreError =>
  new ObjectStoreError('bad-range', 'The range lies outside of the object');

function checkRange({ start, end = start }: { start: number; end?: number }): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw badRange();
}

/** S3 allows so many keys in one call. */
const DELETE_AT_ONCE = 1000;

export async function deleteObjects(wire: Wire, keys: readonly string[]): Promise<void> {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return deleteObject(wire, only);
  for (let index = 0; index < keys.length; index += DELETE_AT_ONCE) {
    await deleteMany(wire, keys.slice(index, index + DELETE_AT_ONCE));
  }
}

async function deleteObject(wire: Wire, key: string): Promise<void> {
  try {
    await wire.minio((client) => client.removeObject(wire.bucket, key));
  } catch (error) {
    if (!isRefusal(error, 'NoSuchKey')) throw error;
  }
}

/** Its type in the client has them one level deeper than they are. */
const refusals = z.array(z.object({ Code: z.string(), Message: z.string().default('') }));

async function deleteMany(wire: Wire, keys: string[]): Promise<void> {
  const answer = await wire.minio((client) => client.removeObjects(wire.bucket, keys));
  const left = refusals.parse(answer).filter(({ Code }) => Code !== 'NoSuchKey');
  const [first] = left;
  if (first)
    throw new S3Refusal(200, first.Code, `${left.length} of ${keys.length} not deleted: ${first.Message}`);
}

/** S3 lists so many keys on one page. */
export const PAGE = 1000;

/**
 * Keys that no port could have written are another's. It pages by key, with the first version of the call: of
 * the second the client reads keys such as `0012` and `1e5` as numbers.
 */
export async function* listObjects(
  wire: Wire,
  { prefix = '', after = '' }: { prefix?: string; after?: string },
  page = PAGE,
): AsyncGenerator<ObjectInfo> {
  let marker = after;
  for (let isTruncated = true; isTruncated;) {
    const from = marker;
    const found = await wire.minio((client) =>
      client.listObjectsQuery(wire.bucket, prefix, from, { Delimiter: '', MaxKeys: page }),
    );
    for (const { name, size = 0, etag = '', lastModified = new Date(0) } of found.objects) {
      marker = nameOf(name);
      if (isKey(marker)) yield { key: marker, size, etag, modified: inSeconds(lastModified) };
    }
    isTruncated = found.isTruncated === true && marker !== from;
  }
}

/** No key is empty: the client reads `false` as no name. */
const nameOf = (name: string | undefined): string => name || 'false';
