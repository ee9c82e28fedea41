import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { ObjectStoreError, type ObjectInfo } from '../port.js';
import { isKey } from '../input-rules.js';
import { notDeleted, objectsPage } from './answers.js';
import { withReady } from './bodies.js';
import { md5Of } from './signing-key.js';
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
    await wire.read({ method: 'DELETE', key });
  } catch (error) {
    if (!isRefusal(error, 'NoSuchKey')) throw error;
  }
}

async function deleteMany(wire: Wire, keys: readonly string[]): Promise<void> {
  const named = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
  const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${named}</Delete>`;
  const answer = await wire.read({ method: 'POST', query: { delete: '' }, body, headers: md5Of(body) });
  const left = notDeleted(answer.body).filter(({ Code }) => Code !== 'NoSuchKey');
  const [first] = left;
  if (first)
    throw new S3Refusal(200, first.Code, `${left.length} of ${keys.length} not deleted: ${first.Message}`);
}

/** S3 lists so many keys on one page. */
export const PAGE = 1000;

/** Keys that no port could have written are another's. */
export async function* listObjects(
  wire: Wire,
  { prefix, after }: { prefix?: string; after?: string },
  page = PAGE,
): AsyncGenerator<ObjectInfo> {
  let token: string | undefined;
  do {
    const range = { prefix, 'start-after': after, 'continuation-token': token };
    const query = { 'list-type': 2, 'max-keys': page, ...range };
    const found = objectsPage((await wire.read({ method: 'GET', query })).body);
    for (const { Key, Size, ETag, LastModified } of found.Contents)
      if (isKey(Key)) yield { key: Key, size: Size, etag: ETag, modified: inSeconds(LastModified) };
    token = found.IsTruncated ? found.NextContinuationToken : undefined;
  } while (token !== undefined);
}
