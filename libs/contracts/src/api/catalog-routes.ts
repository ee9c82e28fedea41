import { z } from 'zod';
import { elementInput, elementView } from '../element.js';
import { limits } from '../limits.js';
import { driveVersion } from './drive-version.js';
import { defineRoute } from './route.js';

const ignored = z.unknown().optional();
/** A decoded folder path: starts with `/`, a missing final one is accepted. */
export const folderPath = z.string().min(1).max(32_768).regex(/^\//, 'A folder path starts with /');
export const id = z.string().regex(/^[A-Za-z0-9_:-]{1,80}$/);
/** The folder by path; `folderId`, when sent, wins. `sub` is ignored: the token says who calls. */
export const inFolder = { url: folderPath, folderId: id.optional(), sub: ignored };

export const warning = z.object({
  index: z.number().int().optional(),
  name: z.string(),
  code: z.string(),
  message: z.string(),
});
export type Warning = z.infer<typeof warning>;
export const writeResult = z.object({ ok: z.literal(1) });

export const addElement = defineRoute({
  name: 'addElement',
  bodyLimit: limits.maxPathJsonBytes,
  method: 'POST',
  path: '/api/add/',
  service: 'catalog',
  access: 'user',
  rate: 'command',
  command: true,
  summary: 'Creates a folder (`linktype: folder`) or adds a link.',
  body: z.strictObject({ ...inFolder, obj: elementInput.extend({ linktype: z.string().min(1).max(128) }) }),
  answer: z.object({
    docs: elementView,
    /** Notices: the same address is here already. */
    warnings: z.array(warning),
  }),
});

export const editElement = defineRoute({
  name: 'editElement',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/edit/',
  service: 'catalog',
  access: 'user',
  rate: 'command',
  command: true,
  summary:
    'Renames or tags an element. Of `obj` only linkname, linktag and confirm count. No change answers ok with `modifiedCount: 0`.',
  body: z.strictObject({
    ...inFolder,
    id: z.union([id, z.array(id).min(1).max(limits.maxIdsPerCommand)]),
    obj: elementInput.partial(),
  }),
  answer: z.object({
    docs: z.object({ result: writeResult, modifiedCount: z.number().int(), element: elementView }),
  }),
});

export const deleteElements = defineRoute({
  name: 'deleteElements',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'DELETE',
  path: '/api/delete/',
  service: 'catalog',
  access: 'user',
  rate: 'command',
  command: true,
  summary: 'Deletes elements by id, folders with all they hold. Answers at once, however large.',
  body: z.strictObject({
    ...inFolder,
    arr: z.array(id).min(1).max(limits.maxIdsPerCommand),
    folder: ignored,
    deleteFromS3: ignored,
    deleteElements: ignored,
  }),
  answer: z.object({ docs: z.object({ deletedCount: z.number().int() }) }),
});

export const startUpload = defineRoute({
  name: 'startUpload',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/upload/start',
  service: 'catalog',
  access: 'user',
  rate: 'upload',
  command: true,
  summary: 'Asks leave to upload 1 to 10 files into a folder. Refused files stand in `warnings`.',
  body: z.strictObject({
    ...inFolder,
    files: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(4096),
          size: z.number().int().nonnegative(),
          type: z.string().max(255),
          source: z.enum(['device', 'url', 'dropbox', 'webcam', 'image-editor']).default('device'),
        }),
      )
      .min(1)
      .max(limits.maxFilesPerBatch),
  }),
  answer: z.object({
    docs: z.array(
      z.object({
        /** Place in the `files` that were sent. */
        index: z.number().int(),
        uploadId: z.string(),
        name: z.string(),
        grant: z.string(),
        /** `single`: PUT /api/upload/bytes; `parts`: POST /api/upload/parts first. */
        how: z.enum(['single', 'parts']),
      }),
    ),
    warnings: z.array(warning),
  }),
});

export const admitUploads = defineRoute({
  name: 'admitUploads',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/upload/file/',
  service: 'catalog',
  access: 'user',
  rate: 'upload',
  command: true,
  summary:
    'Turns finished uploads into elements. May be repeated; matched by `receipt`. Refused files stand in `warnings`.',
  body: z.strictObject({
    ...inFolder,
    files: z
      .array(elementInput.partial().extend({ receipt: z.string().max(8192) }))
      .min(1)
      .max(limits.maxFilesPerBatch),
  }),
  answer: z.object({
    docs: z.object({
      result: writeResult,
      ops: z.array(elementView),
      insertedIds: z.record(z.string(), z.string()),
    }),
    warnings: z.array(warning),
  }),
});

export const usage = defineRoute({
  name: 'usage',
  method: 'POST',
  path: '/api/account/usage/',
  service: 'catalog',
  access: 'user',
  rate: 'read',
  summary: 'Bytes available, used and by type.',
  body: z.strictObject({}).optional(),
  answer: z.object({
    result: z.object({
      available: z.number().int(),
      totalSize: z.number().int(),
      planSize: z.number().int(),
      count: z.number().int(),
      Images: z.number().int(),
      Videos: z.number().int(),
      Music: z.number().int(),
      Links: z.number().int(),
      Youtube: z.number().int(),
      Documents: z.number().int(),
      Other: z.number().int(),
    }),
  }),
});

export const changes = defineRoute({
  name: 'changes',
  method: 'GET',
  path: '/api/changes',
  service: 'catalog',
  access: 'user',
  rate: 'read',
  summary:
    'What changed since a version of the drive: the present state of each changed element, the ids of those gone.',
  query: z.strictObject({ since: driveVersion }),
  answer: z.object({
    version: z.number().int(),
    /** Too far behind: list the folder again instead. */
    resync: z.boolean(),
    elements: z.array(elementView),
    removed: z.array(z.string()),
  }),
});
