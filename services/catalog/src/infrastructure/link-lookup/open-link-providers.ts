import {
  guardedGet,
  askOembed,
  askProvider,
  jsonOf,
  readAnswer,
  type Fetched,
  type Get,
  pictureAddress,
} from '@skyshelf/outbound';
import type { HealthCheck } from '@skyshelf/service';
import { z } from 'zod';
import type { LinkProviders, PlaylistVideo } from '../../application/reads/look-up-link.js';
import type { LookupConfig } from '../../catalog.config.js';

const maxBytes = 1024 * 1024;

export function openLinkProviders(config: LookupConfig): LinkProviders {
  const { lookupTimeoutMs, lookupProvider, lookupTrusted } = config;
  const limits = { timeoutMs: lookupTimeoutMs, maxBytes, trusted: new Set(lookupTrusted) };
  const at = (address: string) => {
    if (!lookupProvider) return address;
    const { pathname, search } = new URL(address);
    return new URL(pathname + search, lookupProvider).href;
  };
  return linkProviders(
    async (address) => guardedGet(at(address), limits),
    () => config.playlistKey,
  );
}

export const playlistCheck = (config: LookupConfig): HealthCheck => ({
  name: 'catalog.playlists',
  isPublic: true,
  check: async () => (config.playlistKey === undefined ? { status: 'off', hint } : { status: 'ok' }),
});

const hint =
  'Playlists cannot be added: set CATALOG_PLAYLIST_KEY to a key of the YouTube Data API v3. Titles of single videos need no key.';

const playlistItems = 'https://www.googleapis.com/youtube/v3/playlistItems';
const maxItems = 50;

/** `key`: as it is now. */
const linkProviders = (get: Get, key: () => string | undefined): LinkProviders => ({
  video: (oembed) => askOembed(get, oembed),
  get playlist() {
    const now = key();
    return now === undefined ? null : (id: string) => readPlaylist(get, id, now);
  },
});

async function readPlaylist(get: Get, playlistId: string, key: string) {
  const maxResults = String(maxItems);
  const query = new URLSearchParams({ part: 'snippet,status', maxResults, playlistId, key });
  const answer = await askProvider(get, `${playlistItems}?${query}`);
  return answer.status === 404 || isHidden(answer) ? null : readAnswer(answer, playlistAnswer);
}

/** Another user's private playlist counts as missing; any other refusal is about us. */
const isHidden = (answer: Fetched): boolean =>
  answer.status === 403 &&
  (refusal.safeParse(jsonOf(answer)).data ?? []).includes('playlistItemsNotAccessible');

const videoId = z.string().regex(/^[A-Za-z0-9_-]{11}$/);
const playlistItem = z.object({
  snippet: z.object({
    title: z.string(),
    resourceId: z.object({ videoId }),
    thumbnails: z.object({ medium: z.object({ url: pictureAddress }).optional() }).optional(),
  }),
  status: z.object({ privacyStatus: z.string() }).optional(),
});

/** The source's titles of private or removed videos. */
const hidden = new Set(['Private video', 'Deleted video']);

/** `playlistItems.list` of the YouTube Data API v3. Unreadable items are skipped like private ones. */
const playlistAnswer = z
  .object({ items: z.array(z.unknown()).max(50) })
  .transform(({ items }): PlaylistVideo[] =>
    items.flatMap((item) => {
      const { data } = playlistItem.safeParse(item);
      if (!data || data.status?.privacyStatus === 'private' || hidden.has(data.snippet.title)) return [];
      const { title: name, resourceId, thumbnails } = data.snippet;
      return [{ id: resourceId.videoId, title: name.slice(0, 255), image: thumbnails?.medium?.url ?? null }];
    }),
  );

/** The only reason that concerns the playlist. */
const refusal = z
  .object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })
  .transform(({ error }) => error.errors.map(({ reason }) => reason));
