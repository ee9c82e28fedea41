import { z } from 'zod';
import { elementInput, elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import {
  folderPath,
  id,
  ignored,
  inFolder,
  linkRefusals,
  nameRefusals,
  operation,
  roomRefusals,
  targetRefusals,
  warning,
  writeResult,
  nameConflict,
} from './fields.js';

const edited = z.object({
  docs: z.object({ result: writeResult, modifiedCount: z.number().int(), element: elementView }),
  operation,
});

export const elements = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', command: true },
  {
    addElement: {
      opens: ['extension'],
      right: 'add',
      bodyLimit: limits.maxPathJsonBytes,
      method: 'POST',
      path: '/api/add/',
      summary: 'Creates a folder (`linktype: folder`) or adds a link.',
      refuses: [...nameRefusals, 'name.exists', ...linkRefusals, ...targetRefusals, ...roomRefusals],
      body: z.strictObject({
        ...inFolder,
        obj: elementInput.extend({ linktype: z.string().min(1).max(128) }),
        /** Of a folder: it gets `name (2)`, which no one can type. */
        number: z.number().int().min(2).max(limits.maxNameNumber).optional(),
      }),
      answer: z.object({
        docs: elementView,
        /** The same address is here already. */
        warnings: z.array(warning),
        operation,
      }),
    },

    editElement: {
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/edit/',
      summary:
        'Renames or tags an element. Of `obj` only linkname, linktag and confirm count. No change answers ok with `modifiedCount: 0`.',
      refuses: [
        'default.locked',
        'edit.only-one',
        'element.not-found',
        'url.locked',
        ...nameRefusals,
        'name.exists',
        'folder.copying',
        'space.exceeded',
      ],
      body: z.strictObject({
        ...inFolder,
        id: z.union([id, z.array(id).min(1).max(limits.maxIdsPerCommand)]),
        obj: elementInput.partial(),
      }),
      answer: edited,
    },

    editPath: {
      bodyLimit: limits.maxPathJsonBytes,
      method: 'POST',
      path: '/api/edit/path/',
      summary:
        'Renames a folder by its path; only the last name may differ. Renamed already: answers ok with `modifiedCount: 0`.',
      refuses: ['folder.not-found', 'folder.copying', ...nameRefusals, 'name.exists'],
      body: z.strictObject({ sub: ignored, prevPath: folderPath, newPath: folderPath }),
      answer: edited,
    },

    deleteElements: {
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'DELETE',
      path: '/api/delete/',
      summary:
        'Deletes elements by id, folders with all they hold. Answers at once, however large. They go to the trash, where they stay for the days of `/api/trash`, or until a command needs the room. Without a trash they can be undone for the seconds of `hold`.',
      refuses: ['default.locked', 'folder.copying'],
      body: z.strictObject({
        ...inFolder,
        arr: z.array(id).min(1).max(limits.maxIdsPerCommand),
        /** Skips the trash. */
        forever: z.boolean().optional(),
        /** Seconds before anything is purged without a trash, so `undo` can restore it. */
        hold: z.number().int().min(0).max(limits.maxHoldSeconds).optional(),
        folder: ignored,
        deleteFromS3: ignored,
        deleteElements: ignored,
      }),
      answer: z.object({
        docs: z.object({
          deletedCount: z.number().int(),
          /** The process to cancel; only with `hold`. */
          process: z.string().nullable().optional(),
        }),
        operation,
      }),
    },
  },
);

export const clipboard = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', command: true },
  {
    pasteElements: {
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/paste/',
      summary:
        'Brings elements (`cut`) or copies of them (`copy`) into a folder. Of `arr` only the ids count. What could not come stands in `warnings`.',
      refuses: [
        'default.locked',
        'element.not-found',
        'paste.same-folder',
        'paste.into-itself',
        'selection.too-large',
        ...targetRefusals,
        ...roomRefusals,
      ],
      body: z.strictObject({
        ...inFolder,
        arr: z
          .array(z.union([z.looseObject({ _id: id }), id]))
          .min(1)
          .max(limits.maxIdsPerCommand),
        action: z.enum(['cut', 'copy']),
        /** Default `skip`. */
        conflict: nameConflict.optional(),
        actionUrl: ignored,
        folder: ignored,
      }),
      answer: z.object({
        docs: z.object({
          result: writeResult,
          ops: z.array(elementView),
          /** Continues a large copy, see `processes`. */
          process: z.string().nullable(),
        }),
        warnings: z.array(warning),
        operation,
      }),
    },
  },
);
