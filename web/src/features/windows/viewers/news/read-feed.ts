import type { Answer, ElementView } from '@skyshelf/contracts/browser';
import { isRecord } from '../players/players.js';

export interface NewsItem {
  title: string;
  /** An address of the web. */
  link: string;
  content: string;
  /** Format: ISO 8601. */
  isoDate: string | null;
  /** On this server; null also in files, whose pictures lie on other hosts. */
  picture: string | null;
}

/** The element is never stored: its feed comes from the server. */
export type NewsElement = ElementView & { feed: Answer<'listNews'>['feed']['items'] };

const PAGE = /^https?:\/\//i;
const OWN_PICTURE = /^\/api\/news\/pictures\/[\w-]+$/;
const fieldText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const feedOf = (element: ElementView): unknown => ('feed' in element ? element.feed : null);

/** Reads the items of a feed as far as possible, because others write feeds. */
export function newsItems(feed: unknown): NewsItem[] {
  if (!Array.isArray(feed)) return [];
  return feed.filter(isRecord).flatMap(({ title, link, content, isoDate, enclosure }) => {
    if (fieldText(title) === '' || !PAGE.test(fieldText(link))) return [];
    const date = Number.isNaN(Date.parse(fieldText(isoDate))) ? null : fieldText(isoDate);
    const url = isRecord(enclosure) ? fieldText(enclosure['url']) : '';
    const picture = OWN_PICTURE.test(url) ? url : null;
    return [
      { title: fieldText(title), link: fieldText(link), content: fieldText(content), isoDate: date, picture },
    ];
  });
}

/** The link leads to the rest of a piece of news. */
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
