import type { NewsItem } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { FeedSource } from '../domain/news.js';

export interface FeedItem extends Omit<NewsItem, 'enclosure'> {
  picture?: {
    id: string;
    address: string;
  };
}

export interface KnownFeed {
  url: string;
  checked: Date;
  items: FeedItem[];
  /** They serve conditional requests. */
  etag: string | null;
  modified: string | null;
  failure: string | null;
}

export type FetchedFeed = Pick<KnownFeed, 'items' | 'etag' | 'modified'> | 'unchanged';

export interface Feeds {
  /** Null where none are set up. */
  sources: readonly FeedSource[] | null;
  known(urls: readonly string[]): Promise<KnownFeed[]>;
  /** Removes pictures that its items no longer show. */
  keep(session: ClientSession, feed: KnownFeed): Promise<void>;
  /** @throws Error in plain words */
  fetch(url: string, known: Pick<KnownFeed, 'etag' | 'modified'>, signal: AbortSignal): Promise<FetchedFeed>;
}

export interface PictureSource {
  address: string;
  feed: string;
  expires: Date;
}

/** `webp`: null if the last try found none. */
export interface NewsPicture {
  id: string;
  feed: string;
  webp: Uint8Array | null;
  tried: Date;
  expires: Date;
}

export interface NewsPictures {
  /** Null if no item shows it. */
  source(id: string): Promise<PictureSource | null>;
  find(id: string): Promise<NewsPicture | null>;
  keep(session: ClientSession, picture: NewsPicture): Promise<void>;
  /** Is null if unavailable. */
  make(address: string): Promise<Uint8Array | null>;
}
