import { z } from 'zod';
import { limits } from '../limits.js';
import { defineRoute } from './route.js';

const opaque = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const finished = z.object({
  receipt: z.string(),
  uploadId: z.string(),
  linkurl: z.string(),
  size: z.number().int(),
  linktype: z.string(),
  sha256: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type FinishedUpload = z.infer<typeof finished>;

export const sendBytes = defineRoute({
  name: 'sendBytes',
  method: 'PUT',
  path: '/api/upload/bytes',
  service: 'storage',
  access: 'user',
  rate: 'upload',
  command: true,
  bytes: true,
  bodyLimit: limits.maxSingleRequestBytes,
  summary:
    'The bytes of a file of at most 8 MiB, under the grant in the `Upload-Grant` header. May be repeated: one upload, one blob.',
  answer: finished,
});

/** ETags with or without their quotation marks. */
const sentPart = z.strictObject({
  partNumber: z.number().int().min(1).max(10_000),
  etag: z.string().max(130),
});

const partsState = z.object({
  uploadId: z.string(),
  partBytes: z.number().int(),
  partCount: z.number().int(),
  /** Parts already here: a broken upload goes on with the rest. Of what went directly to an object store, only parts that were named as `confirmed`. */
  received: z.array(z.object({ partNumber: z.number().int(), etag: z.string(), size: z.number().int() })),
  /** Where to PUT each missing part; absolute or relative to the page; valid 15 minutes, ask again for fresh ones. */
  urls: z.array(z.object({ partNumber: z.number().int(), url: z.string() })),
});

export const startParts = defineRoute({
  name: 'startParts',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/upload/parts',
  service: 'storage',
  access: 'user',
  rate: 'upload',
  command: true,
  summary: 'Opens or resumes an upload in parts under a grant.',
  body: z.strictObject({
    grant: z.string().max(8192),
    /** Parts that an object store has confirmed to the sender, with the ETag of its answer. A store may keep a part that broke off: nobody else can tell. */
    confirmed: z.array(sentPart).max(10_000).optional(),
  }),
  answer: partsState,
});

export const sendPart = defineRoute({
  name: 'sendPart',
  method: 'PUT',
  path: '/api/upload/parts/:uploadId/:partNumber',
  service: 'storage',
  access: 'signed',
  rate: 'upload',
  bytes: true,
  bodyLimit: limits.partBytes,
  summary: 'The bytes of one part, at the signed address from `startParts`.',
  params: z.strictObject({ uploadId: opaque, partNumber: z.coerce.number().int().min(1).max(10_000) }),
  query: z.strictObject({ expires: z.coerce.number().int(), signature: z.string().max(256) }),
  answer: z.object({ etag: z.string() }),
});

export const completeParts = defineRoute({
  name: 'completeParts',
  bodyLimit: limits.maxBulkJsonBytes,
  method: 'POST',
  path: '/api/upload/parts/:uploadId/complete',
  service: 'storage',
  access: 'user',
  rate: 'upload',
  command: true,
  summary: 'All parts are sent: joins them. May be repeated.',
  params: z.strictObject({ uploadId: opaque }),
  body: z.strictObject({
    parts: z.array(sentPart).min(1).max(10_000),
  }),
  answer: finished,
});

export const abortParts = defineRoute({
  name: 'abortParts',
  method: 'DELETE',
  path: '/api/upload/parts/:uploadId',
  service: 'storage',
  access: 'user',
  rate: 'upload',
  command: true,
  summary: 'Gives an unfinished upload up.',
  params: z.strictObject({ uploadId: opaque }),
  answer: z.object({ ok: z.literal(true) }),
});

export const readFile = defineRoute({
  name: 'readFile',
  method: 'GET',
  path: '/files/Cloud/:blobId/:name',
  service: 'storage',
  access: 'reader',
  rate: 'read',
  media: 'bytes',
  summary: "A file's bytes, with ranges and ETag.",
  params: z.strictObject({ blobId: opaque, name: z.string() }),
});
