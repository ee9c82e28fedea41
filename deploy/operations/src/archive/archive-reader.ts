import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '@skyshelf/contracts';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import {
  archivedBlob,
  closing,
  entryNames,
  manifest,
  type ArchivedBlob,
  type Manifest,
} from './archive-format.js';

export interface ArchiveEntry {
  name: string;
  size: number;
  /** To be read to its end before the next entry comes. */
  body: Readable;
}

/** What a whole archive holds. */
export interface ArchiveContent {
  manifest: Manifest;
  /** How many. */
  blobs: number;
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

/**
 * Reads an archive from its first byte to its last without doing anything with it.
 * @throws DomainError `input.invalid`: it is none, is cut off, or some of it is not what was written
 */
export async function verifyArchive(file: string, signal: AbortSignal): Promise<ArchiveContent> {
  try {
    return await readWhole(file, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(file, error);
  }
}

async function readWhole(file: string, signal: AbortSignal): Promise<ArchiveContent> {
  const digest = createHash('sha256');
  let [head, ended, count, blobs]: [Manifest | null, boolean, number, number] = [null, false, 0, 0];
  let last = { name: '', sha256: '', size: 0 };
  const sections = new Set<string>();
  for await (const entry of entriesOf(file)) {
    signal.throwIfAborted();
    if (ended) throw damaged(file, 'Something stands behind its end.');
    if (entry.name === entryNames.end) {
      const text = await textOf(entry);
      const end = parsed(closing, entry.name, () => JSON.parse(text));
      if (end.entries !== count || end.sha256 !== digest.digest('hex'))
        throw damaged(file, 'Its sum is wrong.');
      ended = true;
      continue;
    }
    const section = sectionOf(entry.name);
    if (section !== sectionOf(last.name) && sections.has(section))
      throw damaged(file, `${entry.name} stands apart from its like.`);
    sections.add(section);
    const isBlob = entry.name.startsWith('blobs/') && entry.name.endsWith('.json');
    const { text, sha256 } = await summed(entry, isBlob || count === 0);
    digest.update(`${sha256} ${entry.name}\n`);
    count += 1;
    if (count === 1) head = parsed(manifest, entry.name, () => JSON.parse(text));
    if (isBlob) {
      const blob = parsed(archivedBlob, entry.name, () => JSON.parse(text));
      const fits = entryNames.bytes(blob.blobId) === last.name && blob.sha256 === last.sha256;
      if (!fits || blob.size !== last.size)
        throw damaged(file, `${entry.name} is not of the bytes before it.`);
      blobs += 1;
    }
    last = { name: entry.name, sha256, size: entry.size };
  }
  if (!head || !ended) throw damaged(file, 'It is cut off.');
  return { manifest: head, blobs };
}

/** The sum of an entry; also its text when that is wanted, else no more of it than a piece is in memory. */
async function summed(entry: ArchiveEntry, wanted: boolean): Promise<{ text: string; sha256: string }> {
  const hash = createHash('sha256');
  const text = wanted ? await textOf(entry) : '';
  if (wanted) hash.update(text);
  else for await (const chunk of entry.body) hash.update(chunk as Buffer);
  return { text, sha256: hash.digest('hex') };
}

/** What stands side by side: all events of a service, all references, all openings, all blobs. */
const sectionOf = (name: string): string =>
  name.startsWith('blobs/') ? 'blobs' : name.replace(/-\d+\.jsonl$/, '');

/** What is said of the blobs, in the order of their bytes. */
export async function* blobsOf(file: string): AsyncGenerator<ArchivedBlob> {
  for await (const entry of entriesOf(file)) {
    if (!entry.name.startsWith('blobs/') || !entry.name.endsWith('.json')) continue;
    const text = await textOf(entry);
    yield parsed(archivedBlob, entry.name, () => JSON.parse(text));
  }
}

const damaged = (file: string, why: string): DomainError =>
  new DomainError('input.invalid', { message: `${file} is no whole archive. ${why} Nothing was changed.` });

function unreadable(file: string, error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new DomainError('input.invalid', { message: `There is no file ${file}.` });
  return new DomainError('input.invalid', {
    message: `${file} is no whole archive. It is cut off or damaged.`,
    cause: error,
  });
}
