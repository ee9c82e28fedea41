import { buffer } from 'node:stream/consumers';
import { decodeText } from '@skyshelf/contracts/text';
import { AnswerTooLarge, guardedStream, NotPublic } from '@skyshelf/outbound';
import type { FetchedFeed, KnownFeed } from '../../application/feeds.js';
import { parseFeed } from './parse-feed.js';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 2 * 1024 * 1024;
const NOT_MODIFIED = 304;
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5';

/** @throws Error that says why nothing was read */
export async function fetchFeed(
  url: string,
  { etag, modified }: Pick<KnownFeed, 'etag' | 'modified'>,
  { signal, trusted }: { signal: AbortSignal; trusted: ReadonlySet<string> },
): Promise<FetchedFeed> {
  const { status, headers, body } = await guardedStream(url, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    accept: ACCEPT,
    trusted,
    signal,
    protocols: ['http:', 'https:'],
    headers: {
      ...(etag !== null && { 'if-none-match': etag }),
      ...(modified !== null && { 'if-modified-since': modified }),
    },
  }).catch(inPlainWords);
  if (status === NOT_MODIFIED || status !== 200 || isPacked(headers['content-encoding'])) {
    body.destroy();
    if (status === NOT_MODIFIED) return 'unchanged';
    throw new Error(status === 200 ? 'Its server packs it unasked.' : `Its server answered ${status}.`);
  }
  const text = decodeText(await buffer(body).catch(inPlainWords));
  const items = await parseFeed(text);
  return { items, etag: shortHeader(headers.etag), modified: shortHeader(headers['last-modified']) };
}

/** Only uncompressed answers are read, so nothing expands. */
const isPacked = (encoding = 'identity'): boolean => encoding !== 'identity';

const shortHeader = (value: string | undefined): string | null =>
  value !== undefined && value.length <= 256 ? value : null;

function inPlainWords(error: unknown): never {
  if (error instanceof NotPublic) throw new Error('Its address is not public.', { cause: error });
  if (error instanceof AnswerTooLarge) throw new Error('It has more than 2 MB.', { cause: error });
  throw new Error('Its server cannot be reached, or is too slow.', { cause: error });
}
