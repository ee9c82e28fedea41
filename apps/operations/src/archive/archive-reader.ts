import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '@skyshelf/contracts';
import { linePages as pagesOf, MOST_LINE_BYTES } from '@skyshelf/service';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import { archivedBlob, type ArchivedBlob } from './archive-format.js';

export interface ArchiveEntry {
  name: string;
  size: number;
  /** Read it to its end before the next entry. */
  body: Readable;
}

/** Lists entries in order. @throws DomainError `input.invalid`: unreadable */
export async function* entriesOf(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const fed = pipeline(createReadStream(file), tar);
  fed.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      yield { name, size, body: Readable.from(entry, { objectMode: false }) };
      entry.resume();
    }
    await fed;
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    tar.destroy();
  }
}

const tooLarge = (name: string): DomainError =>
  new DomainError('input.invalid', { message: `${name} is too large.` });

export const textOf = async ({ name, size, body }: ArchiveEntry): Promise<string> => {
  if (size > MOST_LINE_BYTES) throw tooLarge(name);
  return (await buffer(body)).toString();
};

/**
 * One page is in memory.
 * @throws DomainError `input.invalid`: a line of more than 16 MB
 */
export const linePages = ({ name, body }: ArchiveEntry): AsyncGenerator<string[]> => pagesOf(body, name);

/** @throws DomainError `input.invalid` that names the entry */
export function parsed<T>(schema: z.ZodType<T>, name: string, read: () => unknown): T {
  let value: unknown;
  try {
    value = read();
  } catch (error) {
    throw new DomainError('input.invalid', { message: `${name} of the archive is no JSON.`, cause: error });
  }
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const where = [name, ...(issue?.path ?? [])].join(' ');
  throw new DomainError('input.invalid', { message: `${issue?.message ?? 'Unknown content'}: ${where}.` });
}

/** Describes the bytes before it. */
export const isBlobRecord = (name: string): boolean => name.startsWith('blobs/') && name.endsWith('.json');

export async function* blobsOf(file: string): AsyncGenerator<ArchivedBlob> {
  for await (const entry of entriesOf(file)) {
    if (!isBlobRecord(entry.name)) continue;
    const text = await textOf(entry);
    yield parsed(archivedBlob, entry.name, () => JSON.parse(text));
  }
}

/** Our own refusals stay as they are. */
export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new DomainError('input.invalid', { message: `There is no file ${file}.` });
  return new DomainError('input.invalid', {
    message: `${file} is no whole archive. It is cut off or damaged.`,
    cause: error,
  });
}
