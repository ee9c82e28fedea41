import { z } from 'zod';
import { elementInput, elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { inFolder, targetRefusals, warning, writeResult } from './fields.js';

const requestedFile = z.strictObject({
  name: z.string().min(1).max(4096),
  size: z.number().int().nonnegative(),
  type: z.string().max(255),
  source: z.enum(['device', 'url', 'dropbox', 'webcam', 'image-editor']).default('device'),
});

export const uploads = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'upload', command: true, bodyLimit: limits.maxBulkJsonBytes },
  {
    startUpload: {
      method: 'POST',
      path: '/api/upload/start',
      summary: 'Asks leave to upload 1 to 10 files into a folder. Refused files stand in `warnings`.',
      refuses: targetRefusals,
      body: z.strictObject({
        ...inFolder,
        files: z.array(requestedFile).min(1).max(limits.maxFilesPerBatch),
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
    },

    admitUploads: {
      method: 'POST',
      path: '/api/upload/file/',
      summary:
        'Turns finished uploads into elements. May be repeated; matched by `receipt`. Refused files stand in `warnings`.',
      refuses: ['upload.bad-receipt'],
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
    },
  },
);
