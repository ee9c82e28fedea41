import type { AnyFeed } from 'feedsmith';
import type { NewsItem } from '@skyshelf/contracts';
import { readItem, type RawItem } from '../../domain/read-item.js';
import { FeedThread } from './feed-thread.js';
import { wordsIn } from './words-in.js';

const thread = new FeedThread();

/**
 * The items of a feed (RSS, Atom, RDF or JSON) that may be shown.
 * @throws Error when it is none, or takes too long to read
 */
export async function parseFeed(text: string): Promise<NewsItem[]> {
  const feed = await thread.parse(text);
  return rawItems(feed).flatMap((raw) => readItem(raw, wordsIn) ?? []);
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
