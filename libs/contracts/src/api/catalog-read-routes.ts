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
