import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { finishedUpload, opaque } from './upload.js';

/** The ETag may have quotation marks. */
const sentPart = z.strictObject({
  partNumber: z.number().int().min(1).max(10_000),
  etag: z.string().max(130),
});

export const parts = defineRoutes(
  { service: 'storage', access: 'user', rate: 'upload' },
  {
    listUploads: {
      rate: 'read',
      method: 'GET',
      path: '/api/uploads',
      summary:
        "One's uploads in parts that are not finished, the newest first, 100 at most. Each goes on with its grant, renewed by `renewUpload` where that has run out.",
      refuses: [],
      answer: z.object({
        uploads: z.array(
          z.object({
            uploadId: z.string(),
            folderId: z.string(),
            name: z.string(),
            size: z.number().int(),
            type: z.string(),
            /** Unit: milliseconds since the epoch. */
            modified: z.number().int().nullable(),
            /** Unit: bytes. */
            received: z.number().int(),
            started: z.iso.datetime(),
            ends: z.iso.datetime(),
            grant: z.string(),
          }),
        ),
      }),
    },

    startParts: {
      opens: ['drop'],
      right: 'add',
      command: true,
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/upload/parts',
      summary: 'Opens or resumes an upload in parts under a grant.',
      refuses: ['upload.bad-grant', 'upload.not-found', 'space.exceeded', 'space.held', 'disk.full'],
      body: z.strictObject({
        grant: z.string().max(8192),
        /**
         * Parts that an object store confirmed to the sender: only the sender knows whether an interrupted
         * one was kept.
         */
        confirmed: z.array(sentPart).max(10_000).optional(),
      }),
      answer: z.object({
        uploadId: z.string(),
        partBytes: z.number().int(),
        partCount: z.number().int(),
        /** Of what went directly to an object store, only the `confirmed` ones. */
        received: z.array(
          z.object({ partNumber: z.number().int(), etag: z.string(), size: z.number().int() }),
        ),
        /** The address of each missing part; absolute or relative to the page; valid for 15 minutes. */
        urls: z.array(z.object({ partNumber: z.number().int(), url: z.string() })),
      }),
    },

    sendPart: {
      opens: ['drop'],
      right: 'add',
      access: 'signed',
      method: 'PUT',
      path: '/api/upload/parts/:uploadId/:partNumber',
      bytes: true,
      bodyLimit: limits.partBytes,
      summary:
        'The bytes of one part, at the signed address from `startParts`. A `Content-Digest` (sha-256) is checked.',
      refuses: ['upload.bad-grant', 'upload.not-found', 'upload.incomplete', 'space.exceeded', 'disk.full'],
      params: z.strictObject({ uploadId: opaque, partNumber: z.coerce.number().int().min(1).max(10_000) }),
      query: z.strictObject({ expires: z.coerce.number().int(), signature: z.string().max(256) }),
      answer: z.object({ etag: z.string() }),
    },

    completeParts: {
      opens: ['drop'],
      right: 'add',
      command: true,
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/upload/parts/:uploadId/complete',
      summary: 'All parts are sent: joins them. May be repeated.',
      refuses: ['upload.not-found', 'upload.incomplete', 'space.exceeded'],
      params: z.strictObject({ uploadId: opaque }),
      body: z.strictObject({
        parts: z.array(sentPart).min(1).max(10_000),
      }),
      answer: finishedUpload,
    },

    abortParts: {
      opens: ['drop'],
      right: 'add',
      command: true,
      method: 'DELETE',
      path: '/api/upload/parts/:uploadId',
      summary: 'Gives an unfinished upload up.',
      refuses: ['upload.not-found'],
      params: z.strictObject({ uploadId: opaque }),
      answer: z.object({ ok: z.literal(true) }),
    },
  },
);
