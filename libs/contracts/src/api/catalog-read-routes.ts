import { z } from 'zod';
import { elementView } from '../element.js';
import { limits } from '../limits.js';
import { folderPath, id } from './catalog-routes.js';
import { defineRoute } from './route.js';

const ignored = z.unknown().optional();

/** What a listing can be sorted by. */
export const sortField = z.enum(['name', 'date', 'size', 'kind']);
const direction = z.enum(['asc', 'desc']);

export const listFolder = defineRoute({
  name: 'listFolder',
  bodyLimit: limits.maxPathJsonBytes,
  method: 'POST',
  path: '/api/',
  service: 'catalog',
  access: 'visitor',
  rate: 'read',
  summary:
    'The elements of a folder, whole, or with `limit` in pages. Without a token: the built-in elements of `/`. A whole listing has an ETag; `If-None-Match` answers 304.',
  body: z.strictObject({
    url: folderPath,
    folderId: id.optional(),
    sub: ignored,
    /** Whether the root shows the built-in elements too; without it the account's setting decides. */
    defaultLinks: z.boolean().optional(),
    /** Folders first, then by this, then by name in natural order. Default: name, ascending. */
    sort: sortField.optional(),
    direction: direction.optional(),
    /** Elements of a page. */
    limit: z.number().int().min(1).max(limits.maxPageElements).optional(),
    /** `next` of the page before. */
    after: z.string().min(1).max(8192).optional(),
  }),
  answer: z.object({
    docs: z.array(elementView),
    folderId: z.string(),
    /** Version of the drive that this listing shows; what `changes?since=` goes on from. */
    version: z.number().int(),
    /** Of a page: what the next one is asked for with as `after`; null behind the last one. */
    next: z.string().nullable().optional(),
    /** Of a page: its order. Folders of more than 20,000 elements are paged by name, letter by letter. */
    sort: sortField.optional(),
    direction: direction.optional(),
  }),
});

export const searchElements = defineRoute({
  name: 'searchElements',
  bodyLimit: limits.maxPathJsonBytes,
  method: 'POST',
  path: '/api/search/',
  service: 'catalog',
  access: 'user',
  rate: 'read',
  summary:
    'Elements by name and tag. With `url` or `folderId`: those of that folder whose names contain the text. Without: those anywhere with words in name or tags that begin so. Case and accents do not count.',
  body: z.strictObject({
    text: z.string().max(255).default(''),
    /** As a whole, whatever its case. */
    tag: z.string().min(1).max(limits.maxTagCharacters).optional(),
    url: folderPath.optional(),
    folderId: id.optional(),
    limit: z.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({
    /** By name, those first whose names begin with the text. */
    docs: z.array(elementView),
    /** There are others: say more. */
    more: z.boolean(),
  }),
});

export const listTags = defineRoute({
  name: 'listTags',
  method: 'GET',
  path: '/api/tags',
  service: 'catalog',
  access: 'user',
  rate: 'read',
  summary:
    'All tags, by name, with the number of elements that have them. Tags that differ in case only are one, spelled as most elements spell it.',
  answer: z.object({
    docs: z.array(z.object({ tag: z.string(), count: z.number().int() })),
    version: z.number().int(),
  }),
});

export const listRecent = defineRoute({
  name: 'listRecent',
  method: 'GET',
  path: '/api/recent',
  service: 'catalog',
  access: 'user',
  rate: 'read',
  summary: 'The elements that were added or changed last, the latest first.',
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  answer: z.object({ docs: z.array(elementView) }),
});

export const measureFolder = defineRoute({
  name: 'measureFolder',
  bodyLimit: limits.maxPathJsonBytes,
  method: 'POST',
  path: '/api/folder/size',
  service: 'catalog',
  access: 'user',
  rate: 'read',
  summary: 'How many bytes and elements a folder holds, with all below it.',
  body: z.strictObject({ url: folderPath, folderId: id.optional() }),
  answer: z.object({
    folderId: z.string(),
    version: z.number().int(),
    size: z.number().int(),
    count: z.number().int(),
  }),
});

export const lookUpLink = defineRoute({
  name: 'lookUpLink',
  method: 'POST',
  path: '/api/link/lookup',
  service: 'catalog',
  access: 'user',
  rate: 'command',
  summary:
    'What the provider of a link says of it: title and picture of a video, the videos of a playlist. Asks vimeo, tiktok and the source of playlists, never the page itself.',
  body: z.strictObject({
    linktype: z.string().min(1).max(128),
    linkurl: z.string().max(limits.maxUrlCharacters),
  }),
  answer: z.object({
    title: z.string().nullable(),
    linkimg: z.string().nullable(),
    /** As /api/addplaylist/ takes them; 50 at most, without private videos. */
    items: z.array(
      z.object({
        linkname: z.string(),
        linktype: z.literal('youtube'),
        linkurl: z.string(),
        linktag: z.array(z.string()),
        linkimg: z.string().nullable(),
        thumbnailWebsite: z.null(),
      }),
    ),
  }),
});
