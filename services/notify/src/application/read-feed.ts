import { createHash } from 'node:crypto';
import { defineJobKind, effect, type JobKindOf, type JobRequest } from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import { z } from 'zod';
import type { FetchedFeed, KnownFeed } from './feeds.js';
import type { Notify } from './notify.js';

export const FEED_KIND = 'feed';
/** Slow servers take 10 s. */
const PARALLEL = 8;
const TIMEOUT_MS = 20_000;

const payload = z.object({ url: z.string() });
type Payload = z.infer<typeof payload>;

/** No effect while one is open. */
export const feedRequest = (url: string): JobRequest<Payload> => ({
  key: `feed:${createHash('sha256').update(url).digest('hex').slice(0, 32)}`,
  kind: FEED_KIND,
  drive: null,
  payload: { url },
});

/** A failing feed keeps its items, with the reason, until they are old. */
export const feedKind = (notify: () => Notify): JobKindOf<Payload, ClientSession> =>
  defineJobKind<Payload, ClientSession>({
    kind: FEED_KIND,
    payload,
    parallel: PARALLEL,
    tries: 2,
    timeoutMs: TIMEOUT_MS,
    keptMs: 0,
    run: async ({ payload: { url } }, { signal }) => {
      const { feeds, clock } = notify();
      if (!feeds.sources?.some((source) => source.url === url)) return { state: 'dropped' };
      const [before] = await feeds.known([url]);
      const known = before ?? { url, items: [], etag: null, modified: null };
      const fetched = await feeds
        .fetch(url, known, signal)
        .catch((error: unknown) => reasonIn(error, signal));
      const feed: KnownFeed = { ...known, ...changeOf(fetched), checked: clock.now() };
      return { state: 'done', effect: effect((session) => feeds.keep(session, feed)) };
    },
  });

type Read = FetchedFeed | { failure: string };

/** @throws the interruption, if that was it */
function reasonIn(error: unknown, signal: AbortSignal): Read {
  if (signal.aborted) throw error;
  return { failure: error instanceof Error ? error.message : String(error) };
}

const changeOf = (read: Read): Partial<KnownFeed> & Pick<KnownFeed, 'failure'> => {
  if (read === 'unchanged') return { failure: null };
  return 'failure' in read ? read : { ...read, failure: null };
};
