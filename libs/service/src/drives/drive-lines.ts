import type { Readable } from 'node:stream';
import { DomainError } from '@skyshelf/contracts';
import { BSON } from 'mongodb';

const CHUNK = 64 * 1024;

/** The last line counts them: a broken stream is noticed. */
export async function* writeDriveLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  let lines = 0;
  for await (const value of values) {
    text += `${driveLineOf(value)}\n`;
    lines += 1;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield `${text}${JSON.stringify({ end: lines })}\n`;
}

/** @throws DomainError `input.invalid` when a line is none or too long, `input.unreadable` when they broke off */
export async function* readDriveLines(body: Readable): AsyncGenerator<unknown[]> {
  let last: string | null = null;
  let lines: number = 0;
  for await (const page of linePages(body)) {
    const values = (last === null ? page : [last, ...page]).map(valueOfDriveLine);
    last = page.at(-1) ?? null;
    values.pop();
    lines += values.length;
    if (values.length > 0) yield values;
  }
  if (last !== JSON.stringify({ end: lines }))
    throw new DomainError('input.unreadable', { message: 'What was sent of the drive broke off.' });
}

export const driveLineOf = (value: unknown): string => BSON.EJSON.stringify(value);

/** @throws DomainError `input.invalid` */
export function valueOfDriveLine(line: string): unknown {
  try {
    return BSON.EJSON.parse(line);
  } catch (error) {
    throw new DomainError('input.invalid', { message: 'A line of a drive is no JSON.', cause: error });
  }
}

/** An event and its answer have less than a megabyte each. */
export const MOST_LINE_BYTES = 16 * 1024 * 1024;
const PAGE_LINES = 500;
const PAGE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Pages of 500 (or `mostLines`) or about a quarter of a megabyte; one is in memory.
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
