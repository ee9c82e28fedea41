import { z } from 'zod';
import { limits } from '../../limits.js';
import { admittedUploads } from '../catalog/uploads.js';
import { targetRefusals } from '../catalog/fields.js';
import { defineRoutes } from '../route.js';

export const finishedUpload = z.object({
  receipt: z.string(),
  uploadId: z.string(),
  linkurl: z.string(),
  size: z.number().int(),
  linktype: z.string(),
  sha256: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type FinishedUpload = z.infer<typeof finishedUpload>;

export const opaque = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const upload = defineRoutes(
  { service: 'storage', access: 'user', rate: 'upload', command: true },
  {
    sendBytes: {
      method: 'PUT',
      path: '/api/upload/bytes',
      bytes: true,
      bodyLimit: limits.maxSingleRequestBytes,
      opens: ['drop'],
      right: 'add',
      summary:
        'The bytes of a file of at most 8 MiB, under the grant in the `Upload-Grant` header. May be repeated: one upload, one blob. A `Content-Digest` (sha-256) is checked.',
      refuses: [
        'upload.bad-grant',
        'upload.incomplete',
        'upload.not-found',
        'space.exceeded',
        'space.held',
        'disk.full',
      ],
      answer: finishedUpload,
    },

    sendBundle: {
      method: 'PUT',
      path: '/api/upload/bundle',
      bytes: true,
      // Twice, so that a slightly larger body gets a proper message.
      bodyLimit: 2 * limits.maxBundleBytes,
      summary:
        '1 to 10 small files in one call: a line of JSON as in `startUpload` (`{"url": "/", "files": [{"name", "size", "type"}]}`), a line feed, then the bytes of all files, 8 MiB at most. Once under its Idempotency-Key. Refused files stand in `warnings`; their bytes are sent all the same.',
      refuses: [
        ...targetRefusals,
        'upload.incomplete',
        'upload.not-found',
        'operation.reused',
        'space.exceeded',
        'space.held',
        'disk.full',
      ],
      answer: admittedUploads,
    },
  },
);
