import type { Readable } from 'node:stream';
import { DomainError } from '@skyshelf/contracts';

/** An event has less than a megabyte, and its answer may be as large. */
export const MOST_LINE_BYTES = 16 * 1024 * 1024;
const PAGE_LINES = 500;
const PAGE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Non-empty lines in pages of 500 (or `mostLines`) or about a quarter of a megabyte; one page is in memory.
 * @throws DomainError `input.invalid`: a line has more than 16 MB
 */
export async function* linePages(
  body: Readable,
  name = 'A line',
  mostLines = PAGE_LINES,
): AsyncGenerator<string[]> {
  let page: string[] = [];
  let bytes: number = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of body) {
    let piece = chunk as Buffer;
    let end = 0;
    while ((end = piece.indexOf(NEWLINE)) !== -1) {
      const line = Buffer.concat([...rest, piece.subarray(0, end)]);
      [piece, rest, restBytes] = [piece.subarray(end + 1), [], 0];
      if (line.length === 0) continue;
      page.push(line.toString());
      bytes += line.length;
      if (page.length < mostLines && bytes < PAGE_BYTES) continue;
      yield page;
      [page, bytes] = [[], 0];
    }
    rest.push(piece);
    restBytes += piece.length;
    if (restBytes > MOST_LINE_BYTES)
      throw new DomainError('input.invalid', { message: `${name} is too large.` });
  }
  if (restBytes > 0) page.push(Buffer.concat(rest).toString());
  if (page.length > 0) yield page;
}
