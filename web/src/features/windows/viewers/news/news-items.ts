import type { Answer, ElementView } from '@skyshelf/contracts/browser';
import { isRecord } from '../players/player-protocol.js';

/** A piece of news as its feed has it. */
export interface NewsItem {
  title: string;
  /** An address of the web. */
  link: string;
  content: string;
  /** ISO 8601; null where the feed gives none. */
  isoDate: string | null;
  /** Where we serve its picture; null where it has none, and in files: the pictures of those lie on hosts of others. */
  picture: string | null;
}

/** An element of the page's own, never stored: its window shows a feed, which it has from the server. */
export type NewsElement = ElementView & { feed: Answer<'listNews'>['feed']['items'] };

const PAGE = /^https?:\/\//i;
const OWN_PICTURE = /^\/api\/news\/pictures\/[\w-]+$/;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The feed that came with an element of the page's own. */
export const feedOf = (element: ElementView): unknown => ('feed' in element ? element.feed : null);

/** The news of a feed, as far as they can be read; a feed is written by others. */
export function newsItems(feed: unknown): NewsItem[] {
  if (!Array.isArray(feed)) return [];
  return feed.filter(isRecord).flatMap(({ title, link, content, isoDate, enclosure }) => {
    if (textOf(title) === '' || !PAGE.test(textOf(link))) return [];
    const date = Number.isNaN(Date.parse(textOf(isoDate))) ? null : textOf(isoDate);
    const url = isRecord(enclosure) ? textOf(enclosure['url']) : '';
    const picture = OWN_PICTURE.test(url) ? url : null;
    return [{ title: textOf(title), link: textOf(link), content: textOf(content), isoDate: date, picture }];
  });
}
