import type { Readable } from 'node:stream';
import { DomainError } from '@skyshelf/contracts';
import { BSON } from 'mongodb';
import { linePages } from './line-pages.js';

/** Characters written together. */
const CHUNK = 64 * 1024;

/** The last line counts them, to tell a broken stream from a whole one. */
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

/**
 * In pages of some hundred.
 * @throws DomainError `input.invalid` when a line is none or too long, `input.unreadable` when they broke off
 */
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
