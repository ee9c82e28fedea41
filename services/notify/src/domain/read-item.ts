import type { NewsItem } from '@skyshelf/contracts';

/** An item of a feed as its author wrote it; texts may be HTML. */
export interface RawItem {
  title?: string | undefined;
  link?: string | undefined;
  content?: string | undefined;
  date?: string | undefined;
}

const MOST_TITLE = 300;
const MOST_CONTENT = 600;
const MOST_LINK = 2048;

/**
 * An item that may be shown: words, and the address of a page. Null for one without a title, or whose link leads anywhere but to the web.
 * @param wordsIn the words of a piece of HTML
 */
export function readItem(
  { title = '', link = '', content = '', date = '' }: RawItem,
  wordsIn: (html: string) => string,
): NewsItem | null {
  const name = cut(wordsIn(title), MOST_TITLE);
  const address = pageAddress(link.trim());
  if (name === '' || address === null) return null;
  const at = Date.parse(date);
  const isoDate = Number.isNaN(at) ? null : new Date(at).toISOString();
  return { title: name, link: address, content: cut(wordsIn(content), MOST_CONTENT), isoDate };
}

/** Without a user and of a usual length; null for all that is no page. */
function pageAddress(link: string): string | null {
  const url = link.length <= MOST_LINK && URL.canParse(link) ? new URL(link) : null;
  const isPage =
    url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  return isPage ? url.href : null;
}

const cut = (text: string, most: number): string =>
  text.length > most
    ? `${text
        .slice(0, most - 1)
        .trimEnd()
        .toWellFormed()}…`
    : text;
