import type { NewsItem } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { FeedSource } from '../domain/news.js';

/** A piece of news as it is kept. */
export interface FeedItem extends Omit<NewsItem, 'enclosure'> {
  picture?: {
    /** By which it is asked for here. */
    id: string;
    /** Where it is, outside. */
    address: string;
  };
}

/** What is known of a feed. */
export interface KnownFeed {
  url: string;
  /** When it was last asked. */
  checked: Date;
  items: FeedItem[];
  /** By which its server says whether it has changed. */
  etag: string | null;
  modified: string | null;
  /** Why nothing could be read when it was last asked; then these are the items of before. */
  failure: string | null;
}

/** A feed that was read, or has not changed since. */
export type FetchedFeed = Pick<KnownFeed, 'items' | 'etag' | 'modified'> | 'unchanged';

/** The feeds of this installation. */
export interface Feeds {
  /** Null where none are set up. */
  sources: readonly FeedSource[] | null;
  known(urls: readonly string[]): Promise<KnownFeed[]>;
  /** Pictures that its items show no longer go with that. */
  keep(session: ClientSession, feed: KnownFeed): Promise<void>;
  /** @throws Error that says in plain words why nothing could be read */
  fetch(url: string, known: Pick<KnownFeed, 'etag' | 'modified'>, signal: AbortSignal): Promise<FetchedFeed>;
}

/** Where a picture comes from that an item shows. */
export interface PictureSource {
  address: string;
  feed: string;
  /** When its feed is forgotten. */
  expires: Date;
}

/** A picture of an item; `webp`: null where none was to be had when it was last tried. */
export interface NewsPicture {
  id: string;
  feed: string;
  webp: Uint8Array | null;
  tried: Date;
  expires: Date;
}

/** The pictures of news, each made again from the one that its item shows. */
export interface NewsPictures {
  /** Null where no item shows one by that name. */
  source(id: string): Promise<PictureSource | null>;
  find(id: string): Promise<NewsPicture | null>;
  keep(session: ClientSession, picture: NewsPicture): Promise<void>;
  /** Fetched by the guard and made again; null where none is to be had. */
  make(address: string): Promise<Uint8Array | null>;
}
