import { derivedHead, DomainError, limits, type DerivedHead } from '@skyshelf/contracts';
import { checked, parseJson } from '@skyshelf/http';
import type { ByteSource } from '../application/byte-source.js';
import type { DerivedBytes } from '../application/store-derived.js';

/**
 * A line of JSON, then the bytes of all.
 * @throws DomainError `input.invalid`, `input.unreadable`, `body.too-large`, `upload.incomplete`: the bytes
 * are others than the line says
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
