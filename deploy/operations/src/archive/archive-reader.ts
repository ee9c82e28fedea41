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

/** Largest entry that is held in memory: 500 events. */
const MOST_BYTES = 500 * 1024 * 1024;

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

export const textOf = async ({ name, size, body }: ArchiveEntry): Promise<string> => {
  if (size > MOST_BYTES) throw new DomainError('input.invalid', { message: `${name} is too large.` });
  return (await buffer(body)).toString();
};

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
    const isBytes = entry.name.startsWith('blobs/') && !entry.name.endsWith('.json');
    const hash = createHash('sha256');
    let text = '';
    if (isBytes) for await (const chunk of entry.body) hash.update(chunk as Buffer);
    else hash.update((text = await textOf(entry)));
    const sha256 = hash.digest('hex');
    digest.update(`${sha256} ${entry.name}\n`);
    count += 1;
    if (count === 1) head = parsed(manifest, entry.name, () => JSON.parse(text));
    if (entry.name.startsWith('blobs/') && !isBytes) {
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
