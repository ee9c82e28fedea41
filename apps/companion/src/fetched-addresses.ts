import { randomUUID } from 'node:crypto';
import { basename } from 'node:path/posix';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { DomainError, limits } from '@skyshelf/contracts';
import {
  AnswerTooLarge,
  guardedStream,
  NotPublic,
  type GuardedAnswer,
  type OutboundRules,
} from '@skyshelf/outbound';

export interface AddressFacts {
  name: string;
  /** Null: it does not say. */
  size: number | null;
  type: string;
}

export interface OpenedAddress extends AddressFacts {
  /** Read or destroy it. */
  body: Readable;
}

export interface FetchedAddress {
  stream: Readable;
  size: number | undefined;
}

export type FetchRules = Pick<OutboundRules, 'trusted' | 'resolve'>;

/** The time to wait for the head of an answer, and for a pause in it. */
const IDLE_MS = 30_000;
const MAX_REDIRECTS = 5;

const invalid = (message: string, cause?: unknown): DomainError =>
  new DomainError('url.invalid', { field: 'url', message, cause });

/**
 * Guarded: public servers by http or https at standard ports; redirects are checked.
 * @throws DomainError `url.invalid`, `type.not-allowed`, `file.too-large`
 */
export async function openAddress(address: string, rules: FetchRules): Promise<OpenedAddress> {
  const answer = await answerOf(address, rules);
  try {
    const facts = factsOf(address, answer);
    return { ...facts, body: inWords(answer.body) };
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

async function answerOf(address: string, rules: FetchRules): Promise<GuardedAnswer> {
  if (address.length > limits.maxUrlCharacters || !URL.canParse(address)) throw invalid('Invalid URL');
  try {
    return await guardedStream(address, {
      ...rules,
      protocols: ['http:', 'https:'],
      timeoutMs: limits.importMs,
      idleMs: IDLE_MS,
      maxBytes: limits.maxUploadBytes,
      maxRedirects: MAX_REDIRECTS,
      accept: '*/*',
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

function factsOf(address: string, { status, headers }: GuardedAnswer): AddressFacts {
  if (status !== 200) throw invalid(`The server at this address answers ${status}, not with a file.`);
  const name = announcedName(headers['content-disposition']) ?? nameIn(address);
  const type = String(headers['content-type'] ?? 'application/octet-stream');
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(type) && !/\.x?html?$/i.test(name))
    throw new DomainError('type.not-allowed', { message: 'This address leads to a page, not to a file.' });
  return { name, size: sizeIn(headers), type };
}

function sizeIn(headers: IncomingHttpHeaders): number | null {
  const size = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
}

function nameIn(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = basename(pathname);
  try {
    return decodeURIComponent(last) || hostname;
  } catch {
    return last || hostname;
  }
}

const isTooMuch = (error: unknown): boolean => error instanceof AnswerTooLarge;

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof NotPublic) return invalid('Invalid URL', error);
  if (isTooMuch(error)) return new DomainError('file.too-large', { cause: error });
  return invalid('The server at this address does not answer.', error);
}

function inWords(body: Readable): Readable {
  const worded = Readable.from(passOn(body), { objectMode: false });
  return worded.once('close', () => body.destroy());
}

async function* passOn(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw isTooMuch(error)
      ? new DomainError('file.too-large', { cause: error })
      : invalid('The server at this address broke off before the end of the file.', error);
  }
}

/** Opened answers under unguessable names. */
export class FetchedAddresses {
  private readonly waiting = new Map<string, FetchedAddress>();

  add(fetched: FetchedAddress): string {
    const id = randomUUID();
    // Companion listens before it reads: unpaused, the first bytes would be lost.
    fetched.stream.pause();
    this.waiting.set(id, fetched);
    fetched.stream.once('close', () => this.waiting.delete(id));
    return id;
  }

  take(id: string): FetchedAddress | undefined {
    const fetched = this.waiting.get(id);
    this.waiting.delete(id);
    return fetched;
  }
}

const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const token = /;\s*filename\s*=\s*([^";\s]+)/i;

/** Reads the name in `Content-Disposition` (RFC 6266 §4.3), without folders. */
export function announcedName(header: string | undefined): string | null {
  if (header === undefined || header.length > 4096) return null;
  const name =
    decoded(extended.exec(header)?.[1]) ?? unescaped(quoted.exec(header)?.[1]) ?? token.exec(header)?.[1];
  const last = name?.split(/[/\\]/).at(-1)?.trim();
  return last ? last : null;
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Headers are Latin-1, but many servers send UTF-8. */
function unescaped(text: string | undefined): string | null {
  if (text === undefined) return null;
  const plain = text.replaceAll(/\\(.)/g, '$1');
  const bytes = Buffer.from(plain, 'latin1');
  const read = bytes.toString('utf8');
  return read.includes('\uFFFD') ? plain : read;
}
