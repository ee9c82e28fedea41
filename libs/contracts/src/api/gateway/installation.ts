import { z } from 'zod';
import { remoteSources } from '../../remote-sources.js';
import { defineRoutes } from '../route.js';

/** Places of the page for which an operator can give HTML of their own. */
export const adSlots = ['listing', 'download', 'sidebar', 'home'] as const;
export type AdSlot = (typeof adSlots)[number];

/** Systems that have a launcher: a program that opens the product when one logs in there. */
export const launcherSystems = ['windows', 'macos'] as const;
export type LauncherSystem = (typeof launcherSystems)[number];

/** What the operator has set that pages go by. */
export const installation = z.strictObject({
  /** One for each slot that is in use. */
  ads: z.array(
    z.strictObject({
      slot: z.enum(adSlots),
      /** What a frame without an origin shows. */
      path: z.string(),
      /** Pixels. */
      height: z.number().int(),
    }),
  ),
  /** Hosts by the kinds of links that are off while no one names any. */
  videoHosts: z.record(z.string(), z.array(z.string())),
  /** Whether pictures are made of the pages that links lead to. */
  websitePictures: z.boolean(),
  /** For how long an account that its owner deletes can still be kept, in hours. */
  accountDeleteHours: z.number().int(),
  /** The largest film that is converted, in bytes. */
  maxVideoBytes: z.number().int(),
  /** Who takes payments: `local` is a stand-in on this machine, where no money moves; null where plans can not be bought. */
  payments: z
    .strictObject({ provider: z.enum(['paypal', 'local']), sandbox: z.boolean(), origin: z.string() })
    .nullable(),
  /** The path of the call that lists where files can be brought from. */
  sources: z.string(),
  /** Sources that are set up, whether or not they can be reached now. */
  configuredSources: z.array(z.enum(remoteSources)),
  /** What a frame without an origin shows for `?q=` and the words that were searched; null while no web search is set up. */
  search: z.strictObject({ path: z.string() }).nullable(),
  /** Who runs this installation, for its legal pages; null for what is not set. */
  operator: z.strictObject({ name: z.string().nullable(), address: z.string().nullable() }),
  /** Where the extension is in the stores of browsers; null where it is not. */
  extensionStores: z.strictObject({ chrome: z.url().nullable(), firefox: z.url().nullable() }),
  /** The day since which the terms hold, `2018-07-29`. */
  termsEffective: z.iso.date(),
});
export type Installation = z.infer<typeof installation>;

export const installations = defineRoutes(
  { service: 'gateway', access: 'public', rate: 'read', method: 'GET' },
  {
    readInstallation: {
      path: '/api/installation',
      summary:
        'What the operator has set that pages go by: ads, hosts of videos, pictures of websites, how long a deleted account can be kept, the largest film that is converted, who takes payments, where files can be brought from, the path of the call that says whether these can be reached now, its search of the web, who runs it, where its extension is in the stores of browsers, and since when its terms hold.',
      refuses: [],
      answer: installation,
    },

    showAd: {
      path: '/ads/:slot',
      media: 'bytes',
      summary:
        'The HTML that the operator shows in a slot, with headers that give it no origin: its scripts reach neither cookies nor storage nor the page around it.',
      refuses: ['file.not-found'],
      params: z.strictObject({ slot: z.enum(adSlots) }),
    },

    showSearch: {
      path: '/search-frame',
      media: 'bytes',
      summary:
        "The operator's script that searches the web, with headers that give it no origin, as those of an ad. It reads the words from its own address.",
      refuses: ['file.not-found'],
      query: z.strictObject({ q: z.string().max(1000).default('') }),
    },

    downloadLauncher: {
      path: '/api/launchers/:system',
      media: 'bytes',
      navigable: true,
      summary:
        'A zip with a program that opens this installation when one logs in to the system. It is made for PUBLIC_URL, each time with the same bytes.',
      refuses: [],
      params: z.strictObject({ system: z.enum(launcherSystems) }),
    },
  },
);
