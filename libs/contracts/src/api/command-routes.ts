import { z } from 'zod';
import { elementInput, elementView } from '../element.js';
import { limits } from '../limits.js';
import { folderPath, id, inFolder, warning, writeResult } from './catalog-routes.js';
import { defineRoute } from './route.js';

const ignored = z.unknown().optional();
const command = { service: 'catalog', access: 'user', rate: 'command', command: true } as const;
const selected = z.array(id).min(1).max(limits.maxIdsPerCommand);

export const pasteElements = defineRoute({
  ...command,
  name: 'pasteElements',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/paste/',
  summary:
    'Brings elements (`cut`) or copies of them (`copy`) into a folder. Of `arr` only the ids count. What could not come stands in `warnings`.',
  body: z.strictObject({
    ...inFolder,
    arr: z
      .array(z.union([z.looseObject({ _id: id }), id]))
      .min(1)
      .max(limits.maxIdsPerCommand),
    action: z.enum(['cut', 'copy']),
    actionUrl: ignored,
    folder: ignored,
  }),
  answer: z.object({
    docs: z.object({
      result: writeResult,
      /** What is in the folder now. */
      ops: z.array(elementView),
      /** Goes on with a large copy, see `processes`. */
      process: z.string().nullable(),
    }),
    warnings: z.array(warning),
  }),
});

export const editPath = defineRoute({
  ...command,
  name: 'editPath',
  bodyLimit: limits.maxPathJsonBytes,
  method: 'POST',
  path: '/api/edit/path/',
  summary:
    'Renames a folder by its path; only the last name may differ. Renamed already: answers ok with `modifiedCount: 0`.',
  body: z.strictObject({ sub: ignored, prevPath: folderPath, newPath: folderPath }),
  answer: z.object({
    docs: z.object({ result: writeResult, modifiedCount: z.number().int(), element: elementView }),
  }),
});

const addresses = z.array(z.string().max(limits.maxUrlCharacters)).min(1).max(limits.maxIdsPerCommand);

export const editFiles = defineRoute({
  ...command,
  name: 'editFiles',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/edit/file',
  summary:
    'Checks two lists of own addresses of equal length. There is nothing to move: an address follows the name by itself.',
  body: z.strictObject({ arrOld: addresses, arrNew: addresses }),
  answer: z.literal('ok'),
});

export const addPlaylist = defineRoute({
  ...command,
  name: 'addPlaylist',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/addplaylist/',
  summary:
    'Makes a folder of the videos of a playlist. Private videos are skipped, equal titles get a number.',
  body: z.strictObject({
    ...inFolder,
    name: z.string().max(4096),
    /** The playlist's own address. */
    linkurl: z.string().max(limits.maxUrlCharacters).nullish(),
    linktag: elementInput.shape.linktag,
    obj: z.array(elementInput).max(limits.maxPlaylistItems),
  }),
  answer: z.object({
    docs: elementView,
    /** The links in the folder. */
    ops: z.array(elementView),
  }),
});

export const fileExists = defineRoute({
  ...command,
  name: 'fileExists',
  rate: 'read',
  command: false,
  method: 'POST',
  path: '/api/exist/',
  summary: 'Whether an address is that of an own file or thumbnail.',
  body: z.strictObject({ url: z.string().max(limits.maxUrlCharacters) }),
  answer: z.object({ file: z.boolean() }),
});

export const confirmThumbnail = defineRoute({
  ...command,
  name: 'confirmThumbnail',
  method: 'POST',
  path: '/api/confirm',
  summary: 'Notes whether a thumbnail is there; `true` is refused while there is none.',
  body: z.strictObject({ _id: id, confirm: z.boolean() }),
  answer: z.object({ docs: z.object({ result: writeResult, modifiedCount: z.number().int() }) }),
});

export const countOpening = defineRoute({
  ...command,
  name: 'countOpening',
  command: false,
  method: 'POST',
  path: '/api/open',
  summary: 'Counts that an element was opened.',
  body: z.strictObject({ _id: id }),
  answer: z.object({ counter: z.number().int() }),
});

const tag = z.string().min(1).max(limits.maxTagCharacters);
const tags = z.array(tag).max(limits.maxTags).default([]);

export const tagElements = defineRoute({
  ...command,
  name: 'tagElements',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/tags/elements',
  summary: 'Adds tags to elements and takes others away.',
  body: z.strictObject({ arr: selected, add: tags, remove: tags }),
  answer: z.object({
    docs: z.object({ result: writeResult, modifiedCount: z.number().int() }),
    warnings: z.array(warning),
  }),
});

const retagged = z.object({
  docs: z.object({
    result: writeResult,
    /** Elements changed so far. */
    modifiedCount: z.number().int(),
    /** Goes on with the others, see `processes`. */
    process: z.string().nullable(),
  }),
});

export const renameTag = defineRoute({
  ...command,
  name: 'renameTag',
  method: 'POST',
  path: '/api/tags/rename',
  summary: 'Renames a tag at all elements that have it.',
  body: z.strictObject({ tag, to: tag }),
  answer: retagged,
});

export const removeTag = defineRoute({
  ...command,
  name: 'removeTag',
  method: 'POST',
  path: '/api/tags/remove',
  summary: 'Takes a tag from all elements that have it.',
  body: z.strictObject({ tag }),
  answer: retagged,
});

export const listProcesses = defineRoute({
  ...command,
  name: 'listProcesses',
  rate: 'read',
  command: false,
  method: 'GET',
  path: '/api/processes',
  summary: 'Large copies, deletions and changes of tags under way.',
  answer: z.object({
    docs: z.array(
      z.object({
        process: z.string(),
        kind: z.enum(['copy', 'delete', 'tag']),
        /** Elements. */
        done: z.number().int(),
        /** null while nobody has counted. */
        total: z.number().int().nullable(),
      }),
    ),
  }),
});

export const cancelProcess = defineRoute({
  ...command,
  name: 'cancelProcess',
  method: 'POST',
  path: '/api/processes/cancel',
  summary:
    'Ends a process early: what a copy has made goes, what a deletion has left comes back, a tag stays where it was not reached.',
  body: z.strictObject({ process: id }),
  answer: z.object({
    docs: z.object({
      result: writeResult,
      /** What a stopped deletion has brought back. */
      ops: z.array(elementView),
    }),
  }),
});
