import { z } from 'zod';
import { elementInput, elementView } from '../../element.js';
import { elementId } from '../../ids.js';
import { limits } from '../../limits.js';
import { remoteSources } from '../gateway/installation.js';
import { defineRoutes } from '../route.js';
import { inFolder, operation, targetRefusals, uploadConflict, warning, writeResult } from './fields.js';

export const requestedFile = z.strictObject({
  name: z.string().min(1).max(4096),
  size: z.number().int().nonnegative(),
  type: z.string().max(255),
  source: z.enum(['device', ...remoteSources, 'webcam', 'image-editor']).default('device'),
  /** Milliseconds since the epoch: identifies the file, and is kept as its date. What is none is left out. */
  modified: z.number().int().optional(),
  /** The file whose bytes these replace: it keeps its name, and its bytes become a version. */
  replaces: elementId.optional(),
});

export const requestedUpload = z.strictObject({
  ...inFolder,
  files: z.array(requestedFile).min(1).max(limits.maxFilesPerBatch),
  /** Default `skip`. */
  conflict: uploadConflict.optional(),
});
export type RequestedUpload = z.infer<typeof requestedUpload>;

export const admittedUploads = z.object({
  docs: z.object({
    result: writeResult,
    ops: z.array(elementView),
    insertedIds: z.record(z.string(), z.string()),
  }),
  warnings: z.array(warning),
  /** They match `ops` by position; the previous version sends none. */
  operations: z.array(operation).default([]),
});
export type AdmittedUploads = z.infer<typeof admittedUploads>;

export const startedUploads = z.object({
  docs: z.array(
    z.object({
      /** The position in the `files` sent. */
      index: z.number().int(),
      uploadId: z.string(),
      /** Characters that are unsafe in names are left out. */
      name: z.string(),
      grant: z.string(),
      /** `single`: PUT /api/upload/bytes; `parts`: POST /api/upload/parts first. */
      how: z.enum(['single', 'parts']),
    }),
  ),
  warnings: z.array(warning),
});

export const uploads = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'upload', command: true, bodyLimit: limits.maxBulkJsonBytes },
  {
    startUpload: {
      method: 'POST',
      path: '/api/upload/start',
      summary: 'Asks leave to upload 1 to 10 files into a folder. Refused files stand in `warnings`.',
      refuses: targetRefusals,
      body: requestedUpload,
      answer: startedUploads,
    },

    renewUpload: {
      method: 'POST',
      path: '/api/upload/renew',
      bodyLimit: limits.maxJsonBytes,
      summary:
        'A fresh grant for an upload that was begun at most 7 days ago, for the old one; what has arrived counts.',
      refuses: ['upload.bad-grant', 'upload.not-found'],
      body: z.strictObject({ grant: z.string().max(8192) }),
      answer: z.object({
        grant: z.string(),
        /** Unit: milliseconds since the epoch. */
        expires: z.number().int(),
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
      answer: admittedUploads,
    },
  },
);

export const imports = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'upload', command: true, bodyLimit: limits.maxPathJsonBytes },
  {
    startImport: {
      method: 'POST',
      path: '/api/sources/start',
      summary:
        'Asks leave to bring one file from elsewhere into a folder, for an hour. Room for all of it is kept, or, where no one knows its size, all that is free, up to 500 MiB. A refused file stands in `warnings`.',
      refuses: targetRefusals,
      body: z.strictObject({
        ...inFolder,
        file: z.strictObject({
          name: z.string().min(1).max(4096),
          /** null: its source does not say. */
          size: z.number().int().nonnegative().nullable(),
          type: z.string().max(255),
          source: z.enum(remoteSources),
          /** It has the form of `startUpload`. */
          modified: z.number().int().optional(),
        }),
        /** Default `skip`. */
        conflict: uploadConflict.optional(),
      }),
      answer: z.object({
        /** Absent when refused. */
        leave: z
          .object({
            uploadId: z.string(),
            name: z.string(),
            /** It is sent in the header `Import-Grant`. */
            grant: z.string(),
            /** Unit: milliseconds since the epoch. */
            expires: z.number().int(),
          })
          .optional(),
        warnings: z.array(warning),
      }),
    },
  },
);
