import { routes, type NewsItem } from '@skyshelf/contracts';
import { isWanted, mergeNews, type NewsFlags } from '../domain/news.js';
import { sampleNews } from '../domain/samples.data.js';
import type { FeedItem, KnownFeed } from './feeds.js';
import type { Notify } from './notify.js';
import { FEED_KIND, feedRequest } from './read-feed.js';

/** Age while someone reads them. */
const FRESH_MS = 900_000;
/** The time to wait for new feeds: `atMost` with nothing to show, `forOthers` while other feeds have news. */
const WAIT_MS = { atMost: 12_000, forOthers: 3000 };
const LOOK_MS = 100;

/** Old news are answered, then renewed. */
export async function listNews(
  notify: Pick<Notify, 'feeds' | 'jobs' | 'clock' | 'transact' | 'pause'>,
  flags: NewsFlags,
): Promise<{ items: NewsItem[]; samples: boolean }> {
  const { sources } = notify.feeds;
  if (sources === null) {
    const wanted = sampleNews(notify.clock.now()).filter(({ category }) => isWanted(flags, category));
    return { items: mergeNews([wanted.map(({ item }) => item)]), samples: true };
  }
  const chosen = sources.filter(({ category }) => isWanted(flags, category));
  const urls = [...new Set(chosen.map(({ url }) => url))];
  const known = await freshFeeds(notify, urls);
  return { items: mergeNews(known.map(({ items }) => items)).map(shown), samples: false };
}

/** Replaces outside addresses, which would reveal the readers. */
const shown = ({ picture, ...item }: FeedItem): NewsItem =>
  picture
    ? { ...item, enclosure: { url: routes.showNewsPicture.path.replace(':picture', picture.id) } }
    : item;

async function freshFeeds(
  { feeds, jobs, clock, transact, pause }: Parameters<typeof listNews>[0],
  urls: readonly string[],
): Promise<KnownFeed[]> {
  let known = await feeds.known(urls);
  const freshSince = clock.now().getTime() - FRESH_MS;
  const fresh = new Set(known.filter(({ checked }) => checked.getTime() > freshSince).map(({ url }) => url));
  const stale = urls.filter((url) => !fresh.has(url));
  if (stale.length === 0) return known;
  await transact((session) => jobs.add(session, stale.map(feedRequest)));
  jobs.wake(FEED_KIND);
  const over = AbortSignal.timeout(WAIT_MS.atMost);
  const late = AbortSignal.timeout(WAIT_MS.forOthers);
  const isEnough = (): boolean =>
    over.aborted || (late.aborted && known.some(({ items }) => items.length > 0));
  while (known.length < urls.length && !isEnough()) {
    await pause(LOOK_MS);
    known = await feeds.known(urls);
  }
  return known;
}
