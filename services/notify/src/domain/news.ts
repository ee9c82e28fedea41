import type { NewsCategory, NewsItem } from '@skyshelf/contracts';

export interface FeedSource {
  category: NewsCategory;
  url: string;
}

/** A missing category counts as on. */
export type NewsFlags = Partial<Record<NewsCategory, boolean | undefined>>;

export const isWanted = (flags: NewsFlags, category: NewsCategory): boolean => flags[category] !== false;

const MOST_ITEMS = 100;

const timeOf = ({ isoDate }: Pick<NewsItem, 'isoDate'>): number =>
  isoDate === null ? 0 : Date.parse(isoDate);

/** Sorts the news newest first and keeps each page once. */
export function mergeNews<Item extends Pick<NewsItem, 'link' | 'isoDate'>>(
  feeds: readonly (readonly Item[])[],
): Item[] {
  const byLink = new Map(feeds.flat().map((item) => [item.link, item]));
  return [...byLink.values()].toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, MOST_ITEMS);
}

/** Texts may be HTML. */
export interface RawItem {
  title?: string | undefined;
  link?: string | undefined;
  content?: string | undefined;
  date?: string | undefined;
  /** Order: best first. */
  pictures?: readonly string[];
}

interface ReadItem extends Omit<NewsItem, 'enclosure'> {
  picture: string | null;
}

const MOST_TITLE = 300;
const MOST_CONTENT = 600;
const MOST_LINK = 2048;

/**
 * Is null without title or web link.
 * @param htmlToText the words of HTML
 */
export function readItem(
  { title = '', link = '', content = '', date = '', pictures = [] }: RawItem,
  htmlToText: (html: string) => string,
): ReadItem | null {
  const name = cut(htmlToText(title), MOST_TITLE);
  const address = webAddress(link.trim());
  if (name === '' || address === null) return null;
  const at = Date.parse(date);
  const isoDate = Number.isNaN(at) ? null : new Date(at).toISOString();
  const picture = pictures.flatMap((each) => webAddress(each.trim(), address) ?? [])[0] ?? null;
  return { title: name, link: address, content: cut(htmlToText(content), MOST_CONTENT), isoDate, picture };
}

/** Null for credentials, length and other links. */
function webAddress(link: string, base?: string): string | null {
  const url = link.length <= MOST_LINK ? URL.parse(link, base) : null;
  const isWeb =
    url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  return isWeb && url.href.length <= MOST_LINK ? url.href : null;
}

const cut = (text: string, most: number): string =>
  text.length > most
    ? `${text
        .slice(0, most - 1)
        .trimEnd()
        .toWellFormed()}…`
    : text;
