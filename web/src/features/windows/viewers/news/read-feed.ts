import { newsItems, type NewsItem } from './news-items.js';

/** More of a piece of news stands behind its link. */
const MOST_CHARACTERS = 600;

/**
 * The news in a file of RSS or Atom; null when it is neither. What a feed holds as HTML is read as words: nothing of it
 * is drawn, run or loaded.
 */
export function readFeed(xml: string): NewsItem[] | null {
  const feed = new DOMParser().parseFromString(xml.trim(), 'text/xml');
  const isFeed = ['rss', 'feed', 'RDF'].includes(feed.documentElement.localName);
  if (!isFeed || feed.querySelector('parsererror')) return null;
  return newsItems([...feed.querySelectorAll('item, entry')].map(itemOf));
}

const itemOf = (item: Element): Record<keyof Omit<NewsItem, 'picture'>, string> => ({
  title: wordsIn(textOf(item, 'title')),
  link: linkOf(item),
  content: wordsIn(textOf(item, 'description', 'summary', 'content', 'encoded')).slice(0, MOST_CHARACTERS),
  isoDate: isoOf(textOf(item, 'pubDate', 'published', 'updated', 'date')),
});

const textOf = (item: Element, ...names: readonly string[]): string => {
  const children = names.flatMap(
    (name) => [...item.children].find(({ localName }) => localName === name) ?? [],
  );
  return children[0]?.textContent ?? '';
};

/** RSS writes it out, Atom as an attribute; the one that is the page itself comes first. */
const linkOf = (item: Element): string => {
  const links = [...item.children].filter(({ localName }) => localName === 'link');
  const page = links.find((link) => (link.getAttribute('rel') ?? 'alternate') === 'alternate') ?? links[0];
  return (page?.getAttribute('href') ?? page?.textContent ?? '').trim();
};

function wordsIn(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const unread of body.querySelectorAll('script, style')) unread.remove();
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const isoOf = (date: string): string => {
  const at = Date.parse(date);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};
