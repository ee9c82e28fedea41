import { z } from 'zod';
import { elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { driveVersion, folderPath, id, ignored } from './fields.js';
import { defineRoutes } from '../route.js';

export const sortField = z.enum(['name', 'date', 'modified', 'size', 'kind']);
const direction = z.enum(['asc', 'desc']);

export const folders = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'read', refuses: [] },
  {
    listFolder: {
      bodyLimit: limits.maxPathJsonBytes,
      method: 'POST',
      path: '/api/',
      access: 'visitor',
      opens: ['extension', 'share'],
      right: 'list',
      summary:
        'The elements of a folder, whole, or with `limit` in pages. Without a token: the built-in elements of `/`. Listing and page have a weak ETag; `If-None-Match` answers 304, `If-Match` (which compares strongly) 412.',
      refuses: ['folder.not-found', 'precondition.failed'],
      body: z.strictObject({
        url: folderPath,
        folderId: id.optional(),
        sub: ignored,
        /** Default: the account's setting. */
        defaultLinks: z.boolean().optional(),
        /** Items sort after folders; default: name, ascending. */
        sort: sortField.optional(),
        direction: direction.optional(),
        limit: z.number().int().min(1).max(limits.maxPageElements).optional(),
        /** The `next` of the previous page. */
        after: z.string().min(1).max(8192).optional(),
      }),
      answer: z.object({
        docs: z.array(elementView),
        folderId: z.string(),
        /** The position from which `changes?since=` continues. */
        version: z.number().int(),
        /** The next page's `after`. */
        next: z.string().nullable().optional(),
        /** Folders of more than 20,000 elements are paged by code point. */
        sort: sortField.optional(),
        direction: direction.optional(),
      }),
    },

    changes: {
      method: 'GET',
      path: '/api/changes',
      summary:
        'What changed since a version of the drive: the present state of each changed element, the ids of those gone.',
      query: z.strictObject({ since: driveVersion }),
      answer: z.object({
        version: z.number().int(),
        /** True when the client is too far behind: it must list the folder again. */
        resync: z.boolean(),
        elements: z.array(elementView),
        removed: z.array(z.string()),
        /** Counts the elements that left the trash forever since then, because a command needed the room. */
        gaveWay: z
          .object({
            count: z.number().int(),
            /** Earlier versions of files, which `bytes` has too. */
            versions: z.number().int().optional(),
            bytes: z.number().int(),
          })
          .optional(),
        /** The files that came by links since then. */
        received: z
          .array(
            z.object({
              /** The id of the link. */
              share: z.string(),
              folderId: z.string(),
              /** The name of the link's folder. */
              folder: z.string(),
              files: z.number().int(),
            }),
          )
          .optional(),
      }),
    },

    usage: {
      method: 'POST',
      path: '/api/account/usage/',
      summary: 'Bytes available, used and by type.',
      body: z.strictObject({}).optional(),
      answer: z.object({
        result: z.object({
          available: z.number().int(),
          totalSize: z.number().int(),
          /** Bytes in the trash and in histories, kept while there is room: `available` counts them too. */
          kept: z.number().int(),
          /** The part of `kept` that is earlier versions of files. */
          history: z.number().int(),
          planSize: z.number().int(),
          count: z.number().int(),
          description: z.string(),
          Images: z.number().int(),
          Videos: z.number().int(),
          Music: z.number().int(),
          Links: z.number().int(),
          Youtube: z.number().int(),
          Documents: z.number().int(),
          Other: z.number().int(),
        }),
      }),
    },
  },
);
