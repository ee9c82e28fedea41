import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** The bytes do not pass through the user's machine. */
export const remoteSources = ['url', 'dropbox', 'drive', 'onedrive'] as const;
export type RemoteSource = (typeof remoteSources)[number];

const source = z.object({
  name: z.enum(remoteSources),
  on: z.boolean(),
  /** The user sees it; null for a source that is on. */
  reason: z.string().nullable(),
});

export const sourceList = z.object({ sources: z.array(source) });
export type SourceList = z.infer<typeof sourceList>;

export const reportedSources = z.object({
  sources: z.array(
    source.extend({
      /** The operator sees it. */
      hint: z.string().nullable(),
    }),
  ),
});
export type ReportedSources = z.infer<typeof reportedSources>;

export const sources = defineRoutes(
  { service: 'gateway', access: 'user', rate: 'read' },
  {
    listSources: {
      method: 'GET',
      path: '/api/sources',
      summary:
        'Where files can be brought from: an address, Dropbox, Google Drive, OneDrive; for each whether it is on, and why not. Files come by `/companion/`, as a client of Uppy Companion asks for them.',
      refuses: [],
      answer: sourceList,
    },
  },
);

/** The operator's HTML appears in these slots. */
export const adSlots = ['listing', 'download', 'sidebar', 'home'] as const;
export type AdSlot = (typeof adSlots)[number];

/** A launcher opens the product at login. */
export const launcherSystems = ['windows', 'macos'] as const;
export type LauncherSystem = (typeof launcherSystems)[number];

export const installation = z.strictObject({
  ads: z.array(
    z.strictObject({
      slot: z.enum(adSlots),
      /** Shown by a frame without an origin. */
      path: z.string(),
      height: z.number().int(),
    }),
  ),
  /** The hosts by kind of link; kinds without hosts are off. */
  videoHosts: z.record(z.string(), z.array(z.string())),
  websitePictures: z.boolean(),
  /** Hours in which an account under deletion can still be kept. */
  accountDeleteHours: z.number().int(),
  maxVideoBytes: z.number().int(),
  /** Format: lower case, without the dot. */
  refusedExtensions: z.array(z.string()),
  /** `local`: a stand-in without real money; null where plans can't be bought. */
  payments: z
    .strictObject({ provider: z.enum(['paypal', 'local']), sandbox: z.boolean(), origin: z.string() })
    .nullable(),
  sources: z.string(),
  /** They are listed whether they can be reached or not. */
  configuredSources: z.array(z.enum(remoteSources)),
  /** Shown by a frame without an origin for `?q=`. */
  search: z.strictObject({ path: z.string() }).nullable(),
  operator: z.strictObject({ name: z.string().nullable(), address: z.string().nullable() }),
  /** Null where it is in no store. */
  extensionStores: z.strictObject({ chrome: z.url().nullable(), firefox: z.url().nullable() }),
  /** Example: `2018-07-29`. */
  termsEffective: z.iso.date(),
});
export type Installation = z.infer<typeof installation>;

export const installations = defineRoutes(
  { service: 'gateway', access: 'public', rate: 'read', method: 'GET' },
  {
    readInstallation: {
      path: '/api/installation',
      summary:
        'What the operator has set that pages go by: ads, hosts of videos, pictures of websites, how long a deleted account can be kept, the largest film that is converted, which types of files are refused, who takes payments, where files can be brought from, the path of the call that says whether these can be reached now, its search of the web, who runs it, where its extension is in the stores of browsers, and since when its terms hold.',
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
