import type { Answer, ElementView } from '@skyshelf/contracts/browser';
import { isRecord } from '../players/player-protocol.js';

export interface NewsItem {
  title: string;
  /** An address of the web. */
  link: string;
  content: string;
  /** ISO 8601. */
  isoDate: string | null;
  /** On this server; null also in files, whose pictures lie on other hosts. */
  picture: string | null;
}

/** Never stored: its feed comes from the server. */
export type NewsElement = ElementView & { feed: Answer<'listNews'>['feed']['items'] };

const PAGE = /^https?:\/\//i;
const OWN_PICTURE = /^\/api\/news\/pictures\/[\w-]+$/;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const feedOf = (element: ElementView): unknown => ('feed' in element ? element.feed : null);

/** Others write feeds: as far as they can be read. */
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
