import { z } from 'zod';
import { restoreClaimed, restoreEnd, restoreList, restoreRun } from '../../drive-copies.js';
import { blobId, driveId } from '../../ids.js';
import { elementBlobsPage, goneReferences, referencesRequest } from '../../operations.js';
import { defineInternal } from '../internal-route.js';
import { doneAnswer } from '../internal-routes.js';

const ofDrive = z.strictObject({ drive: driveId });
const pageLimit = z.coerce.number().int().min(1).max(1000).default(500);

/** What the other services and the operator's commands ask catalog alone. */
export const catalogCalls = defineInternal(
  { service: 'catalog', refuses: [] },
  {
    driveVersion: {
      method: 'GET',
      path: '/internal/drives/:drive/version',
      params: ofDrive,
      answer: z.object({ version: z.number().int().nonnegative() }),
    },
    /** Which of these blobs no element names. */
    unusedBlobs: {
      method: 'POST',
      path: '/internal/blobs/unused',
      body: z.strictObject({ drive: driveId, blobIds: z.array(blobId).max(1000) }),
      answer: z.object({ unused: z.array(z.string()) }),
    },
    /** Which of these blobs may be read now. */
    liveFiles: {
      method: 'POST',
      path: '/internal/files/live',
      body: z.strictObject({
        questions: z
          .array(
            z.strictObject({
              drive: driveId,
              blobIds: z.array(blobId).max(100),
              known: z.number().int().nonnegative().nullable(),
            }),
          )
          .max(100),
      }),
      answer: z.object({
        answers: z.array(z.object({ version: z.number().int(), live: z.array(z.string()).nullable() })),
      }),
    },
    driveBlobs: {
      method: 'GET',
      path: '/internal/drives/:drive/blobs',
      params: ofDrive,
      query: z.strictObject({ after: z.string().max(64).default(''), limit: pageLimit }),
      answer: elementBlobsPage,
    },
    /** Which of these references no element makes (any more). */
    goneReferences: {
      method: 'POST',
      path: '/internal/references/gone',
      body: referencesRequest,
      answer: goneReferences,
    },
    driveRecount: {
      method: 'POST',
      path: '/internal/drives/:drive/recount',
      params: ofDrive,
      refuses: ['space.exceeded'],
      answer: z.object({ reserved: z.number() }),
    },
    claimRestore: {
      method: 'POST',
      path: '/internal/restores/claim',
      body: restoreRun,
      answer: restoreClaimed,
    },
    renewRestore: {
      method: 'POST',
      path: '/internal/restores/renew',
      body: restoreRun,
      answer: doneAnswer,
    },
    endRestore: { method: 'POST', path: '/internal/restores/end', body: restoreEnd, answer: doneAnswer },
    allRestores: { method: 'GET', path: '/internal/restores', answer: restoreList },
  },
);
