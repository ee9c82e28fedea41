import { askOembed, askProvider, jsonOf, readAnswer, type Fetched, type Get } from '@skyshelf/outbound';
import type { LinkProviders } from '../../application/link-providers.js';
import { playlistAnswer, refusal } from './provider-answers.js';

const playlistItems = 'https://www.googleapis.com/youtube/v3/playlistItems';
const maxItems = 50;

/** @param key of the source of playlists, as it is now */
export const linkProviders = (get: Get, key: () => string | undefined): LinkProviders => ({
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
