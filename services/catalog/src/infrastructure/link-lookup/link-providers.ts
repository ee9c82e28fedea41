import {
  askProvider,
  jsonOf,
  publicVideoProviders,
  readAnswer,
  videoProviders,
  type Fetched,
  type Get,
  type VideoProviderAddresses,
} from '@skyshelf/outbound';
import type { LinkProviders } from '../../application/link-providers.js';
import { playlistAnswer, refusal } from './provider-answers.js';

export interface ProviderAddresses extends VideoProviderAddresses {
  playlists: string;
}

/** The real ones. */
export const publicProviders: ProviderAddresses = {
  ...publicVideoProviders,
  playlists: 'https://www.googleapis.com/youtube/v3',
};

const maxItems = 50;

/** Asks the providers, each in its own way, by whatever fetches: HTTP, or what stands in for it on a laptop. */
export const linkProviders = (get: Get, addresses: ProviderAddresses, key: string): LinkProviders => ({
  ...videoProviders(get, addresses),
  playlist: async (id) => {
    const query = new URLSearchParams({
      part: 'snippet,status',
      maxResults: String(maxItems),
      playlistId: id,
      key,
    });
    const answer = await askProvider(get, `${addresses.playlists}/playlistItems?${query}`);
    return answer.status === 404 || isHidden(answer) ? null : readAnswer(answer, playlistAnswer);
  },
});

/** A private playlist of another user is as good as none; any other refusal is about us. */
const isHidden = (answer: Fetched): boolean =>
  answer.status === 403 &&
  (refusal.safeParse(jsonOf(answer)).data ?? []).includes('playlistItemsNotAccessible');
