import type { HealthCheck } from '@skyshelf/service';
import type { Db } from 'mongodb';
import type { Feeds } from '../../application/feeds.js';

const MOST_NAMED = 3;
export const NEWS_SAMPLES = 'News are samples: set NEWS_FEEDS, see docs/outside-parties.md.';

/** Uses the driver: health checks load no models. */
export const newsCheck = (db: Db, { sources }: Pick<Feeds, 'sources'>): HealthCheck => ({
  name: 'news',
  check: async () => {
    if (sources === null) return { status: 'ok', hint: NEWS_SAMPLES };
    const failing = { _id: { $in: sources.map(({ url }) => url) }, failure: { $ne: null } };
    const found = await db
      .collection<{ _id: string; failure: string | null }>('feeds')
      .find(failing, { limit: MOST_NAMED, projection: { failure: 1 } })
      .toArray();
    if (found.length === 0) return { status: 'ok' };
    const named = found.map(({ _id, failure }) => `${new URL(_id).host}: ${failure ?? ''}`);
    return { status: 'degraded', hint: `Feeds that could not be read: ${named.join(' ')}` };
  },
});
