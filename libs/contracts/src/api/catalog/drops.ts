import { z } from 'zod';
import { uploadId } from '../../ids.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { requestedFile, startedUploads } from './uploads.js';
import { warning } from './fields.js';

const uploadIds = z.array(uploadId).min(1).max(limits.maxIdsPerCommand);

/**
 * A visitor of a link that receives sends files by them, below the link's prefix. No answer depends on what lies in
 * the folder: names are those that were sent, whatever number they get there.
 */
export const drops = defineRoutes(
  {
    service: 'catalog',
    access: 'user',
    rate: 'upload',
    command: true,
    opens: ['drop'],
    right: 'add',
    refuses: [],
  },
  {
    startDrop: {
      method: 'POST',
      path: '/api/drop/start',
      bodyLimit: limits.maxPathJsonBytes,
      summary:
        'Asks leave to send 1 to 10 files by a link that receives, for as long as the visit lasts. Refused files stand in `warnings`: `drop.limit` names the limit of the link, `drop.full` is the same for the sum that the link takes and for the room of its owner.',
      refuses: ['share.not-found', 'name.required'],
      body: z.strictObject({
        /** All that is dropped at once: a folder of it is the same for all of its files. */
        sending: z.string().regex(/^[\w-]{1,64}$/),
        /** Becomes a tag; only where the link asks for it. */
        sender: z.string().max(limits.maxSenderCharacters).optional(),
        files: z
          .array(
            requestedFile.pick({ name: true, size: true, type: true, modified: true }).extend({
              /** The names of the folders that it lies in. */
              path: z
                .array(z.string().max(limits.maxTypedNameCharacters))
                .max(limits.maxDropDepth)
                .default([]),
            }),
          )
          .min(1)
          .max(limits.maxFilesPerBatch),
      }),
      answer: startedUploads.extend({
        /** The grants are good until then. Unit: milliseconds since the epoch. */
        expires: z.number().int(),
      }),
    },

    admitDrops: {
      method: 'POST',
      path: '/api/drop/file',
      bodyLimit: limits.maxPathJsonBytes,
      summary:
        'Hands finished uploads over to the owner of the link; without it, that happens by itself after a while. May be repeated; `received` has the positions of those that are there.',
      refuses: ['upload.bad-receipt'],
      body: z.strictObject({
        files: z
          .array(z.strictObject({ receipt: z.string().max(8192) }))
          .min(1)
          .max(limits.maxFilesPerBatch),
      }),
      answer: z.object({ received: z.array(z.number().int()), warnings: z.array(warning) }),
    },

    cancelDrops: {
      method: 'POST',
      path: '/api/drop/cancel',
      bodyLimit: limits.maxPathJsonBytes,
      summary:
        'Gives up what this visitor has begun to send and not handed over: its room is free again. May be repeated; what is not of this visitor is left out.',
      body: z.strictObject({ uploads: uploadIds }),
      answer: z.object({ ok: z.literal(true) }),
    },

    readDrops: {
      command: false,
      rate: 'read',
      method: 'POST',
      path: '/api/drop/state',
      bodyLimit: limits.maxPathJsonBytes,
      summary:
        'What became of uploads of this visitor: `waiting` for bytes or to be handed over, `received`, `refused`, or `unknown`, as all of others are.',
      body: z.strictObject({ uploads: uploadIds }),
      answer: z.object({
        docs: z.array(
          z.object({ uploadId: z.string(), state: z.enum(['waiting', 'received', 'refused', 'unknown']) }),
        ),
      }),
    },
  },
);
