import { list, setting, wholeNumber } from '@skyshelf/config';
import { videoHostSettings, videoHostsOf } from '@skyshelf/service';
import { z } from 'zod';
import { lookupConfig } from './infrastructure/link-lookup/lookup.config.js';
import type { CatalogSettings } from './application/catalog.js';

const withoutDot = (extensions: string[]) =>
  extensions.map((extension) => extension.toLowerCase().replace(/^\./, ''));

export const catalogConfig = z.object({
  refusedExtensions: setting(
    'CATALOG_REFUSED_EXTENSIONS',
    list().transform(withoutDot).default(['txt', 'js']),
    {
      doc: 'Files with these extensions are not taken, whatever their case.',
      allowed: 'extensions separated by commas, e.g. txt,js',
    },
  ),
  listingCacheMb: setting('CATALOG_LISTING_CACHE_MB', wholeNumber(1, 65_536).default(64), {
    doc: 'Memory for listings that are ready to be sent, in MiB.',
  }),
  maxChangesBehind: setting('CATALOG_MAX_CHANGES_BEHIND', wholeNumber(10, 100_000).default(1000), {
    doc: 'A browser that has missed more changes than this lists its folder again.',
  }),
  parallelPurges: setting('CATALOG_PARALLEL_PURGES', wholeNumber(1, 64).default(2), {
    doc: 'Drives in which large deletions, copies and changes of tags are carried through at the same time.',
  }),
  reservationSweepSeconds: setting('CATALOG_RESERVATION_SWEEP_SECONDS', wholeNumber(1, 86_400).default(60), {
    doc: 'Pause between two searches for room that was kept for uploads no one finished, in seconds.',
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
});
