import { httpUrl, list, setting, wholeNumber } from '@skyshelf/config';
import { z } from 'zod';

export const lookupConfig = z.object({
  playlistKey: setting('CATALOG_PLAYLIST_KEY', z.string().min(1).max(256).optional(), {
    doc: 'Key of the YouTube Data API v3. Without it playlists cannot be added; titles and pictures of single videos need no key.',
    secret: true,
  }),
  lookupTimeoutMs: setting('CATALOG_LOOKUP_TIMEOUT_MS', wholeNumber(100, 60_000).default(5000), {
    doc: 'How long the providers of videos may take to answer, in milliseconds.',
  }),
  lookupProvider: setting('CATALOG_LOOKUP_PROVIDER', httpUrl().optional(), {
    doc: 'One address that stands in for all providers of videos. For tests.',
  }),
  lookupTrusted: setting('CATALOG_LOOKUP_TRUSTED', list().default([]), {
    doc: 'Servers that may be asked though they are in a private network. For tests: what users type can reach them.',
    allowed: '`host:port`, separated by commas',
  }),
});
export type LookupConfig = z.infer<typeof lookupConfig>;

export const lookupDefaults = lookupConfig.parse({});
