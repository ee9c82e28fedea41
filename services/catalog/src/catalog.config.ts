import { limits } from '@skyshelf/contracts';
import { httpUrl, list, setting, wholeNumber } from '@skyshelf/config';
import { z } from 'zod';
import { fileTypeSettings, videoHostSettings, videoHostsOf } from '@skyshelf/service';
import type { CatalogSettings } from './application/catalog.js';

const lookupConfig = z.object({
  playlistKey: setting('CATALOG_PLAYLIST_KEY', z.string().min(1).max(256).optional(), {
    doc: 'Key of the YouTube Data API v3. Without it playlists cannot be added; titles and pictures of single videos need no key.',
    secret: true,
  }),
  lookupTimeoutMs: setting('CATALOG_LOOKUP_TIMEOUT_MS', wholeNumber(100, 60_000).default(5000), {
    doc: 'How long the providers of videos may take to answer, in milliseconds.',
  }),
  lookupProvider: setting('CATALOG_LOOKUP_PROVIDER', httpUrl().optional(), {
    doc: 'One address that replaces all video providers. Only for tests.',
  }),
  lookupTrusted: setting('CATALOG_LOOKUP_TRUSTED', list().default([]), {
    doc: 'Servers that may be requested although they are in a private network. Only for tests: users’ addresses can reach them.',
    allowed: '`host:port`, separated by commas',
  }),
});
export type LookupConfig = z.infer<typeof lookupConfig>;

export const lookupDefaults = lookupConfig.parse({});

export const catalogConfig = z.object({
  ...fileTypeSettings,
  listingCacheMb: setting('CATALOG_LISTING_CACHE_MB', wholeNumber(1, 65_536).default(64), {
    doc: 'The memory of the listing cache, in MiB.',
  }),
  maxChangesBehind: setting('CATALOG_MAX_CHANGES_BEHIND', wholeNumber(10, 100_000).default(1000), {
    doc: 'A browser that has missed more changes than this lists its folder again.',
  }),
  parallelPurges: setting('CATALOG_PARALLEL_PURGES', wholeNumber(1, 64).default(2), {
    doc: 'The number of drives whose large deletions, copies and changes of tags run at the same time.',
  }),
  reservationSweepSeconds: setting('CATALOG_RESERVATION_SWEEP_SECONDS', wholeNumber(1, 86_400).default(60), {
    doc: 'The interval between two searches for reservations of unfinished uploads, in seconds.',
  }),
  trashDays: setting('TRASH_DAYS', wholeNumber(0, limits.maxTrashDays).default(30), {
    doc: 'How many days deleted elements stay in the trash; an account may choose otherwise. 0: there is no trash.',
  }),
  ...videoHostSettings,
  ...lookupConfig.shape,
});
export type CatalogConfig = z.infer<typeof catalogConfig>;

export const catalogDefaults = catalogConfig.parse({});

export const catalogSettings = (config: CatalogConfig): CatalogSettings => ({
  refusedExtensions: new Set(config.refusedExtensions),
  maxChangesBehind: config.maxChangesBehind,
  videoHosts: videoHostsOf(config),
  trashDays: config.trashDays,
});
