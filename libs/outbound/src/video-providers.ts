import { askProvider, readAnswer, type Get } from './ask-provider.js';
import { tiktokAnswer, vimeoAnswer, type VideoFacts } from './video-answers.js';

/** Those who are asked about videos, never the pages themselves. */
export interface VideoProviders {
  /** Null for a video that does not exist. @throws ProviderSilent */
  vimeo(id: string): Promise<VideoFacts | null>;
  /** @param url the address as it is kept */
  tiktok(url: string): Promise<VideoFacts | null>;
}

export type VideoProviderAddresses = Readonly<Record<keyof VideoProviders, string>>;

/** The real ones. */
export const publicVideoProviders: VideoProviderAddresses = {
  vimeo: 'https://vimeo.com',
  tiktok: 'https://www.tiktok.com',
};

/** Asks the providers of videos, each in its own way, by whatever fetches: the guard, or what stands in for it on a laptop. */
export const videoProviders = (get: Get, addresses: VideoProviderAddresses): VideoProviders => ({
  vimeo: async (id) => {
    const answer = await askProvider(get, `${addresses.vimeo}/api/v2/video/${encodeURIComponent(id)}.json`);
    return answer.status === 404 ? null : readAnswer(answer, vimeoAnswer);
  },
  tiktok: async (url) => {
    const answer = await askProvider(get, `${addresses.tiktok}/oembed?url=${encodeURIComponent(url)}`);
    return [400, 404].includes(answer.status) ? null : readAnswer(answer, tiktokAnswer);
  },
});
