import type { NewsItem } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { FeedSource } from '../domain/news.js';

/** What is known of a feed. */
export interface KnownFeed {
  url: string;
  /** When it was last asked. */
  checked: Date;
  items: NewsItem[];
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
  keep(session: ClientSession, feed: KnownFeed): Promise<void>;
  /** @throws Error that says in plain words why nothing could be read */
  fetch(url: string, known: Pick<KnownFeed, 'etag' | 'modified'>, signal: AbortSignal): Promise<FetchedFeed>;
}
