import { newsItems, type NewsItem } from './news-items.js';

/** More of a piece of news stands behind its link. */
const MOST_CHARACTERS = 600;

/** Null when it is neither RSS nor Atom. HTML in it is read as words. */
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

/** RSS has text, Atom an attribute; prefer the page itself. */
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
