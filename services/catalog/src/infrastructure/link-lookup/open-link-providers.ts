import { guardedGet } from '@skyshelf/outbound';
import type { HealthCheck } from '@skyshelf/service';
import type { LinkProviders } from '../../application/link-providers.js';
import { linkProviders } from './link-providers.js';
import type { LookupConfig } from './lookup.config.js';

const maxBytes = 1024 * 1024;

/** By HTTP, or one stand-in for all. */
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
