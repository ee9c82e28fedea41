import { guardedGet } from '@skyshelf/outbound';
import type { LinkProviders } from '../../application/link-providers.js';
import { linkProviders, publicProviders } from './link-providers.js';
import { localAnswers } from './local-answers.js';
import type { LookupConfig } from './lookup.config.js';

const maxBytes = 1024 * 1024;

/** The providers by HTTP when there is a key for the source of playlists, else what stands in for them. */
export function openLinkProviders(config: LookupConfig): LinkProviders {
  const { playlistKey, lookupTimeoutMs, lookupProvider, lookupTrusted } = config;
  if (playlistKey === undefined) return linkProviders(localAnswers, publicProviders, '');
  const limits = { timeoutMs: lookupTimeoutMs, maxBytes, trusted: new Set(lookupTrusted) };
  const addresses = lookupProvider
    ? { vimeo: lookupProvider, tiktok: lookupProvider, playlists: lookupProvider }
    : publicProviders;
  return linkProviders((address) => guardedGet(address, limits), addresses, playlistKey);
}
