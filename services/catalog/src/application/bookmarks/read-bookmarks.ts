import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { DomainError, limits } from '@skyshelf/contracts';
import { BookmarkParser } from './parse-bookmarks.js';
import { ImportPlan, type ImportEntry, type ImportRules } from '../../domain/bookmarks/plan-import.js';

/** Bytes parsed in one go, so that others get their turn. */
const PIECE = 64 * 1024;
const HEAD = 1024;

export function charsetOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const named = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(Buffer.from(head).toString('latin1'))?.[1];
  try {
    return named === undefined ? 'utf-8' : new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}

/** `charset` null: as the file says. Wrongly declared UTF-8 throws a TypeError, and is windows-1252. */
export async function* readBookmarks(
  bytes: AsyncIterable<Uint8Array>,
  charset: string | null,
  rules: ImportRules,
): AsyncGenerator<ImportEntry[]> {
  const parser = new BookmarkParser();
  const plan = new ImportPlan(rules);
  let decoder: TextDecoder | null = null;
  let folders = 0;
  let parsed = 0;
  const entriesOf = (text: string, isLast: boolean): ImportEntry[] => {
    const entries = plan.entriesOf([...parser.write(text), ...(isLast ? parser.finish() : [])]);
    folders += entries.filter(({ kind }) => kind === 'folder').length;
    if (folders > limits.maxBookmarkFolders) throw new DomainError('bookmarks.unreadable');
    return entries;
  };
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length; start += PIECE) {
      const piece = chunk.subarray(start, start + PIECE);
      decoder ??= decoderFor(charset ?? charsetOf(piece.subarray(0, HEAD)), charset === null);
      yield entriesOf(decoder.decode(piece, { stream: true }), false);
      parsed += piece.length;
      if (parsed < PIECE) continue;
      parsed = 0;
      await setImmediate();
    }
  yield entriesOf(decoder?.decode() ?? '', true);
}

const decoderFor = (charset: string, isGuess: boolean): TextDecoder =>
  new TextDecoder(charset, { fatal: isGuess && charset === 'utf-8' });

export interface BookmarksExtent {
  folders: number;
  links: number;
  refused: number;
  /** The bytes include room for the numbers appended to names. */
  bytes: number;
  /** Null: as the file says. */
  charset: string | null;
}

/** Example: ` (10000)`. */
const NUMBER_BYTES = 8;

export async function measureBookmarks(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  rules: ImportRules,
): Promise<BookmarksExtent> {
  const measure = async (charset: string | null) => {
    const extent = { folders: 0, links: 0, refused: 0, bytes: 0, charset };
    for await (const entries of readBookmarks(await open(), charset, rules))
      for (const entry of entries) {
        if (entry.kind === 'folder') extent.folders += 1;
        else if (entry.kind === 'refused') extent.refused += 1;
        else extent.links += 1;
        if (entry.kind === 'link') extent.bytes += entry.size + NUMBER_BYTES;
      }
    return extent;
  };
  const extent = await measure(null).catch((error: unknown) => {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return measure('windows-1252');
    throw error;
  });
  if (extent.folders + extent.links + extent.refused === 0) throw new DomainError('bookmarks.none');
  return extent;
}
