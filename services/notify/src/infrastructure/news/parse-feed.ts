import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { AnyFeed } from 'feedsmith';
import type { NewsItem } from '@skyshelf/contracts';
import { readItem, type RawItem } from '../../domain/read-item.js';
import { wordsIn } from './words-in.js';

const MOST_ITEMS = 50;
const MOST_MS = 5000;
const MOST_MEMORY_MB = 96;

/** The parser takes hours over some texts, e.g. a million `<`: so it works in a thread that can be ended. */
const PARSE = `
const { parentPort, workerData } = require('node:worker_threads');
const { parseFeed } = require(workerData.parser);
parentPort.postMessage(parseFeed(workerData.text, { maxItems: workerData.maxItems }));
`;

/**
 * The items of a feed (RSS, Atom, RDF or JSON) that may be shown.
 * @throws Error when it is none, or takes too long to read
 */
export async function parseFeed(text: string): Promise<NewsItem[]> {
  const feed = await parseInThread(text);
  return rawItems(feed).flatMap((raw) => readItem(raw, wordsIn) ?? []);
}

function parseInThread(text: string): Promise<AnyFeed> {
  const parser = createRequire(import.meta.url).resolve('feedsmith');
  const worker = new Worker(PARSE, {
    eval: true,
    workerData: { parser, text, maxItems: MOST_ITEMS },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    ...{ execArgv: [], env: {}, stderr: true },
  });
  return new Promise<AnyFeed>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It takes too long to read.')), MOST_MS);
    worker.once('message', resolve);
    worker.once('error', () => reject(new Error('It is no feed that can be read.')));
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('It is no feed that can be read.'));
    });
  }).finally(() => worker.terminate());
}

function rawItems(parsed: AnyFeed): RawItem[] {
  if (parsed.format === 'atom')
    return (parsed.feed.entries ?? []).map(({ title, links, summary, content, published, updated }) => ({
      title: title?.value,
      link: pageOf(links ?? []),
      content: summary?.value ?? content?.value,
      date: published ?? updated,
    }));
  if (parsed.format === 'json')
    return (parsed.feed.items ?? []).map((item) => ({
      ...{ title: item.title, link: item.url ?? item.external_url },
      content: item.summary ?? item.content_text ?? item.content_html,
      date: item.date_published ?? item.date_modified,
    }));
  if (parsed.format === 'rdf')
    return (parsed.feed.items ?? []).map(({ title, link, description, dc }) => ({
      ...{ title, link, content: description, date: dc?.dates?.[0] },
    }));
  return (parsed.feed.items ?? []).map(({ title, link, description, content, pubDate, dc }) => ({
    ...{ title, link, content: description ?? content?.encoded, date: pubDate ?? dc?.dates?.[0] },
  }));
}

/** The one that is the page itself. */
const pageOf = (links: readonly { href?: string; rel?: string }[]): string | undefined =>
  (links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0])?.href;
