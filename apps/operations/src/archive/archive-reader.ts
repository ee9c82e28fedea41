import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '@skyshelf/contracts';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import { archivedBlob, type ArchivedBlob } from './archive-format.js';

export interface ArchiveEntry {
  name: string;
  size: number;
  /** To be read to its end before the next entry comes. */
  body: Readable;
}

/** Largest piece that is held in memory: an entry of one value, or a line. An event has less than a megabyte, and its answer may be as large. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Lines that are handed over together. */
const PAGE_LINES = 500;
const PAGE_BYTES = 256 * 1024;

/** The entries of an archive, in order. @throws DomainError `input.invalid` when it can't be read */
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

const NEWLINE = 0x0a;

const tooLarge = (name: string): DomainError =>
  new DomainError('input.invalid', { message: `${name} is too large.` });

export const textOf = async ({ name, size, body }: ArchiveEntry): Promise<string> => {
  if (size > MOST_BYTES) throw tooLarge(name);
  return (await buffer(body)).toString();
};

/**
 * The lines of an entry, none of them empty, in pages of 500 or about a quarter of a megabyte: however large an entry is, a page of it is in memory.
 * @throws DomainError `input.invalid`: a line has more than 16 MB
 */
export async function* linePages({ name, body }: ArchiveEntry): AsyncGenerator<string[]> {
  let [page, bytes, rest]: [string[], number, Buffer[]] = [[], 0, []];
  let restBytes = 0;
  for await (const chunk of body) {
    let [piece, end] = [chunk as Buffer, 0];
    while ((end = piece.indexOf(NEWLINE)) !== -1) {
      const line = Buffer.concat([...rest, piece.subarray(0, end)]);
      [piece, rest, restBytes] = [piece.subarray(end + 1), [], 0];
      if (line.length === 0) continue;
      page.push(line.toString());
      bytes += line.length;
      if (page.length < PAGE_LINES && bytes < PAGE_BYTES) continue;
      yield page;
      [page, bytes] = [[], 0];
    }
    rest.push(piece);
    restBytes += piece.length;
    if (restBytes > MOST_BYTES) throw tooLarge(name);
  }
  if (restBytes > 0) page.push(Buffer.concat(rest).toString());
  if (page.length > 0) yield page;
}

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

/** An entry that says what the bytes before it are. */
export const isBlobRecord = (name: string): boolean => name.startsWith('blobs/') && name.endsWith('.json');

/** What is said of the blobs, in the order of their bytes. */
export async function* blobsOf(file: string): AsyncGenerator<ArchivedBlob> {
  for await (const entry of entriesOf(file)) {
    if (!isBlobRecord(entry.name)) continue;
    const text = await textOf(entry);
    yield parsed(archivedBlob, entry.name, () => JSON.parse(text));
  }
}

/** What is said of an archive that can't be read; a refusal of ours is left as it is. */
export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new DomainError('input.invalid', { message: `There is no file ${file}.` });
  return new DomainError('input.invalid', {
    message: `${file} is no whole archive. It is cut off or damaged.`,
    cause: error,
  });
}
