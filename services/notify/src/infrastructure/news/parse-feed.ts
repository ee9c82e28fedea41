import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { AnyFeed } from 'feedsmith';
import type { FeedItem } from '../../application/feeds.js';
import { type RawItem, readItem } from '../../domain/news.js';
import { picturesOf, htmlToText } from './read-html.js';

const MOST_ITEMS = 50;
const MOST_MS = 3000;
const IDLE_MS = 30_000;
const MOST_MEMORY_MB = 96;

/** Sends `null` when ready, then the feed of each text, or `null`. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { parseFeed } = require(workerData.parser);
parentPort.on('message', (text) => {
  let feed = null;
  try {
    feed = parseFeed(text, { maxItems: workerData.maxItems });
  } catch {}
  parentPort.postMessage(feed);
});
parentPort.postMessage(null);
`;

/** The parser takes hours for some texts, e.g. a million `<`: its thread can be ended. */
class FeedThread {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** @throws Error when it is no feed, or takes too long */
  parse(text: string): Promise<AnyFeed> {
    const parsed = this.#last.then(() => this.#parseNow(text));
    this.#last = parsed.catch(() => undefined);
    return parsed;
  }

  async #parseNow(text: string): Promise<AnyFeed> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= await started());
    const answered = answerOf(worker, MOST_MS);
    worker.postMessage(text, []);
    const feed = await answered.catch((error: unknown) => {
      this.#end();
      throw error;
    });
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    if (!feed) throw noFeed();
    return feed;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}

async function started(): Promise<Worker> {
  const parser = createRequire(import.meta.url).resolve('feedsmith');
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { parser, maxItems: MOST_ITEMS },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  await answerOf(worker, null);
  // Must not keep the process alive.
  worker.unref();
  return worker;
}

function answerOf(worker: Worker, mostMs: number | null): Promise<AnyFeed | null> {
  return new Promise((resolve, reject) => {
    const settle = (settling: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('error', onEnd).off('exit', onEnd);
      worker.on('error', () => undefined);
      settling();
    };
    const onAnswer = (feed: AnyFeed | null): void => settle(() => resolve(feed));
    const onEnd = (): void => settle(() => reject(noFeed()));
    const onTimeout = (): void => settle(() => reject(new Error('It takes too long to read.')));
    const timer = mostMs === null ? undefined : setTimeout(onTimeout, mostMs);
    worker.on('message', onAnswer).on('error', onEnd).on('exit', onEnd);
  });
}

const noFeed = (): Error => new Error('It is no feed that can be read.');

const thread = new FeedThread();

/**
 * Parses RSS, Atom, RDF or JSON.
 * @throws Error when it is none, or too slow to read
 */
export async function parseFeed(text: string): Promise<FeedItem[]> {
  const feed = await thread.parse(text);
  return rawItems(feed).flatMap((raw) => {
    const item = readItem(raw, htmlToText);
    if (!item) return [];
    const { picture, ...words } = item;
    return picture === null ? words : { ...words, picture: { id: idOf(picture), address: picture } };
  });
}

/** The id follows from the address: the picture is fetched once for all users. */
const idOf = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 22);

function rawItems(parsed: AnyFeed): RawItem[] {
  if (parsed.format === 'atom')
    return (parsed.feed.entries ?? []).map(
      ({ title, links, summary, content, published, updated, media }) => ({
        title: title?.value,
        link: pageOf(links ?? []),
        content: summary?.value ?? content?.value,
        date: published ?? updated,
        pictures: picturesOf(media, filesOf(links), content?.value ?? summary?.value),
      }),
    );
  if (parsed.format === 'json')
    return (parsed.feed.items ?? []).map((item) => ({
      title: item.title,
      link: item.url ?? item.external_url,
      content: item.summary ?? item.content_text ?? item.content_html,
      date: item.date_published ?? item.date_modified,
      pictures: picturesOf({}, jsonFilesOf(item), item.content_html),
    }));
  if (parsed.format === 'rdf')
    return (parsed.feed.items ?? []).map(({ title, link, description, dc, media, content }) => ({
      title,
      link,
      content: description,
      date: dc?.dates?.[0],
      pictures: picturesOf(media, [], content?.encoded ?? description),
    }));
  return (parsed.feed.items ?? []).map((item) => ({
    title: item.title,
    link: item.link,
    content: item.description ?? item.content?.encoded,
    date: item.pubDate ?? item.dc?.dates?.[0],
    pictures: picturesOf(item.media, item.enclosures, item.content?.encoded ?? item.description),
  }));
}

const pageOf = (links: readonly { href?: string; rel?: string }[]): string | undefined =>
  (links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0])?.href;

type Links = readonly { href?: string; rel?: string; type?: string }[];

const filesOf = (links: Links = []) =>
  links.filter(({ rel }) => rel === 'enclosure').map(({ href: url, type }) => ({ url, type }));

const jsonFilesOf = ({
  image,
  banner_image: banner,
  attachments = [],
}: {
  image?: string;
  banner_image?: string;
  attachments?: readonly { url?: string; mime_type?: string }[];
}) => [
  ...[image, banner].map((url) => ({ url, medium: 'image' })),
  ...attachments.map(({ url, mime_type: type }) => ({ url, type })),
];
