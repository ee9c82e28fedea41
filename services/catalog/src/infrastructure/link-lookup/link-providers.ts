import type { ZodType } from 'zod';
import { ProviderSilent, type LinkProviders } from '../../application/link-providers.js';
import type { Fetched } from './guarded-get.js';
import { playlistAnswer, refusal, tiktokAnswer, vimeoAnswer } from './provider-answers.js';

export interface ProviderAddresses {
  vimeo: string;
  tiktok: string;
  playlists: string;
}

/** The real ones. */
export const publicProviders: ProviderAddresses = {
  vimeo: 'https://vimeo.com',
  tiktok: 'https://www.tiktok.com',
  playlists: 'https://www.googleapis.com/youtube/v3',
};

/** Gets what is at an address, or throws. */
export type Get = (address: string) => Promise<Fetched>;

const maxItems = 50;

/** Asks the providers, each in its own way, by whatever fetches: HTTP, or what stands in for it on a laptop. */
export function linkProviders(
  get: Get,
  { vimeo, tiktok, playlists }: ProviderAddresses,
  key: string,
): LinkProviders {
  const ask = async (address: string): Promise<Fetched> =>
    get(address).catch((cause: unknown) => {
      throw new ProviderSilent(`No answer from ${new URL(address).host}.`, { cause });
    });
  return {
    vimeo: async (id) => {
      const answer = await ask(`${vimeo}/api/v2/video/${encodeURIComponent(id)}.json`);
      return answer.status === 404 ? null : read(answer, vimeoAnswer);
    },
    tiktok: async (url) => {
      const answer = await ask(`${tiktok}/oembed?url=${encodeURIComponent(url)}`);
      return [400, 404].includes(answer.status) ? null : read(answer, tiktokAnswer);
    },
    playlist: async (id) => {
      const query = new URLSearchParams({
        part: 'snippet,status',
        maxResults: String(maxItems),
        playlistId: id,
        key,
      });
      const answer = await ask(`${playlists}/playlistItems?${query}`);
      return answer.status === 404 || isHidden(answer) ? null : read(answer, playlistAnswer);
    },
  };
}

/** A private playlist of another user is as good as none; any other refusal is about us. */
const isHidden = (answer: Fetched): boolean =>
  answer.status === 403 &&
  (refusal.safeParse(jsonOf(answer)).data ?? []).includes('playlistItemsNotAccessible');

function read<T>(answer: Fetched, schema: ZodType<T>): T {
  if (answer.status !== 200) throw new ProviderSilent(`A provider answered with status ${answer.status}.`);
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw new ProviderSilent('A provider answered nonsense.', { cause: parsed.error });
  return parsed.data;
}

function jsonOf({ body }: Fetched): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
