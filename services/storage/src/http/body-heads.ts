import {
  derivedHead,
  DomainError,
  limits,
  type DerivedHead,
  requestedUpload,
  type RequestedUpload,
} from '@skyshelf/contracts';
import { checked, parseJson } from '@skyshelf/http';
import { ByteSource } from '../application/byte-source.js';
import type { DerivedBytes } from '../application/store-derived.js';

/**
 * A line of JSON, then all bytes.
 * @throws DomainError `input.invalid`, `input.unreadable`, `body.too-large`, `upload.incomplete`
 */
export async function readDerived(bytes: ByteSource): Promise<DerivedBytes[]> {
  const line = await bytes.line(limits.maxBundleHeadBytes);
  if (!line) throw new DomainError('input.unreadable');
  const { files } = checked(derivedHead, parseJson(line)) as DerivedHead;
  if (files.reduce((sum, { size }) => sum + size, 0) > limits.maxBundleBytes)
    throw new DomainError('body.too-large');
  const several: DerivedBytes[] = [];
  for (const { of, size, contentType } of files)
    several.push({ ...of, size, contentType, body: await bytes.take(size) });
  await bytes.end();
  return several;
}

const refused = (field: string, message: string): DomainError =>
  new DomainError('input.invalid', { field, message });

/**
 * Leaves the files in `bytes`.
 * @param announced length of the whole body
 * @throws DomainError `input.invalid`, `input.unreadable`, `upload.incomplete`
 */
export async function readBundleHead(bytes: ByteSource, announced: number | null): Promise<RequestedUpload> {
  const line = await bytes.line(limits.maxBundleHeadBytes);
  if (!line?.length)
    throw refused(
      '',
      'A bundle begins with a line of JSON that says which files it holds, then a line feed.',
    );
  const request = checked(requestedUpload, parseJson(line)) as RequestedUpload;
  const size = request.files.reduce((sum, file) => sum + file.size, 0);
  if (size > limits.maxBundleBytes)
    throw refused('files', `files: A bundle has at most ${limits.maxBundleBytes} bytes, these have ${size}.`);
  if (announced !== null && announced !== line.length + 1 + size) throw new DomainError('upload.incomplete');
  return request;
}

const member = /^([a-z0-9*._-]+)=:([A-Za-z0-9+/]*={0,2}):$/;
const SHA256_BYTES = 32;

/**
 * Source: RFC 9530 §2, as hex; null if absent. Ignores other algorithms.
 * @throws DomainError `input.invalid`
 */
export function announcedSha256(header: string | undefined): string | null {
  if (header === undefined) return null;
  const digests = header.split(',').map((each) => member.exec(each.trim()));
  if (digests.some((each) => each === null)) throw malformed();
  const text = digests.find((each) => each?.[1] === 'sha-256')?.[2];
  if (text === undefined) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== SHA256_BYTES) throw malformed();
  return bytes.toString('hex');
}

const malformed = (): DomainError =>
  new DomainError('input.invalid', {
    field: 'Content-Digest',
    message: 'Content-Digest: Send it as `sha-256=:<base64 of 32 bytes>:` or leave it out.',
  });

export const announcedBytes = (length: string | undefined): number | null =>
  length === undefined ? null : Number(length);
