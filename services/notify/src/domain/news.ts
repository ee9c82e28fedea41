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

/** Newest first, each page once. */
export function mergeNews<Item extends Pick<NewsItem, 'link' | 'isoDate'>>(
  feeds: readonly (readonly Item[])[],
): Item[] {
  const byLink = new Map(feeds.flat().map((item) => [item.link, item]));
  return [...byLink.values()].toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, MOST_ITEMS);
}
