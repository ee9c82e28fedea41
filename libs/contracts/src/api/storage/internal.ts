import { z } from 'zod';
import { objectContentPage } from '../../account-content.js';
import { derivativeKind, maxDerivedBytes } from '../../derived.js';
import { errorCodes } from '../../errors.js';
import { blobId, driveId, elementId, uploadId } from '../../ids.js';
import { limits } from '../../limits.js';
import {
  elementBlobs,
  keptReferenceList,
  referencePage,
  referencesRequest,
  pageQuery,
  problemList,
  problemPage,
  storageTotals,
} from '../../operations.js';
import { defineInternal, doneAnswer } from '../internal-routes.js';
import { finishedUpload } from './upload.js';

const derivation = { kind: derivativeKind, jobId: z.string().regex(/^[A-Za-z0-9_.:-]{1,200}$/) };
const derived = z.union([
  z.strictObject({ source: blobId, ...derivation }),
  z.strictObject({ drive: driveId, elementId, ...derivation }),
]);
const nullable = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]);
const pixels = nullable(z.coerce.number().int().positive());
const ofBlob = z.strictObject({ blobId });
const references = z.strictObject({
  drive: driveId,
  references: z.array(z.strictObject({ blobId, elementId })).max(1000),
});
const count = z.number().int();

export const derivedHead = z.strictObject({
  files: z
    .array(z.strictObject({ of: derived, size: count.nonnegative(), contentType: z.string().max(255) }))
    .min(1)
    .max(32),
});
export type DerivedHead = z.infer<typeof derivedHead>;

export const storageCalls = defineInternal(
  { service: 'storage', refuses: [] },
  {
    putDerived: {
      method: 'POST',
      path: '/internal/blobs/derived',
      bytes: true,
      bodyLimit: maxDerivedBytes,
      query: derived,
      refuses: ['file.not-found', 'upload.incomplete', 'upload.not-found', 'space.exceeded'],
      answer: z.object({ blobId, size: count }),
    },
    /** The program that fetches the bytes sends them with `Import-Grant`, perhaps without a Content-Length. */
    receiveImport: {
      method: 'PUT',
      path: '/internal/imports',
      bytes: true,
      bodyLimit: limits.maxUploadBytes,
      refuses: [
        'upload.bad-grant',
        'upload.incomplete',
        'upload.not-found',
        'file.too-large',
        'type.not-allowed',
        'space.exceeded',
        'space.held',
        'disk.full',
      ],
      answer: finishedUpload,
    },
    /** Failed before its first byte: releases what was reserved. */
    failImport: {
      method: 'POST',
      path: '/internal/imports/failed',
      body: z.strictObject({ grant: z.string().max(8192) }),
      refuses: ['upload.bad-grant'],
      answer: doneAnswer,
    },
    /** The bytes of a file as those of an import; without them what was reserved is released. */
    importBlob: {
      method: 'POST',
      path: '/internal/blobs/:blobId/import',
      params: z.strictObject({ blobId }),
      body: z.strictObject({ grant: z.string().max(8192) }),
      refuses: [
        'file.not-found',
        'upload.bad-grant',
        'upload.incomplete',
        'upload.not-found',
        'space.exceeded',
        'space.held',
        'disk.full',
      ],
      answer: finishedUpload,
    },
    /** Takes small files: a line of JSON (`derivedHead`), then their bytes. Each is kept or refused on its own. */
    putAllDerived: {
      method: 'POST',
      path: '/internal/blobs/derived/several',
      bytes: true,
      bodyLimit: limits.maxBundleBytes + limits.maxBundleHeadBytes,
      refuses: ['upload.incomplete'],
      answer: z.object({
        kept: z.array(
          z.union([z.object({ blobId, size: count }), z.object({ refused: z.enum(errorCodes) })]),
        ),
      }),
    },
    /** Order: as asked. */
    describeBlobs: {
      method: 'POST',
      path: '/internal/blobs/described',
      body: z.strictObject({ blobIds: z.array(blobId).max(100) }),
      answer: z.object({
        blobs: z.array(
          z
            .object({
              blobId,
              key: z.string(),
              size: count,
              type: z.string(),
              wanted: z.boolean(),
            })
            .nullable(),
        ),
      }),
    },
    /** An admin may call it. */
    driveObjects: {
      method: 'GET',
      path: '/internal/drives/:drive/objects',
      params: z.strictObject({ drive: driveId }),
      query: z.strictObject({
        after: blobId.optional(),
        limit: z.coerce.number().int().min(1).max(1000).default(500),
      }),
      answer: objectContentPage,
    },
    /** The deletion of its account has begun: kept among the objects for good. Repeatable. */
    recordDeletion: {
      method: 'POST',
      path: '/internal/drives/:drive/deletion',
      params: z.strictObject({ drive: driveId }),
      body: z.strictObject({ at: z.iso.datetime() }),
      answer: doneAnswer,
    },
    blobBytes: {
      method: 'GET',
      path: '/internal/blobs/:blobId/bytes',
      params: ofBlob,
      refuses: ['file.not-found'],
      media: 'bytes',
    },
    restoreBlob: {
      method: 'PUT',
      path: '/internal/blobs/:blobId/restored',
      params: ofBlob,
      bytes: true,
      bodyLimit: limits.maxUploadBytes,
      query: z.strictObject({
        drive: driveId,
        once: z.string().min(1).max(400),
        uploadId: nullable(uploadId),
        source: nullable(blobId),
        kind: nullable(derivativeKind),
        size: z.coerce.number().int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        type: z.string().max(255),
        width: pixels,
        height: pixels,
        begun: z.coerce.date(),
        finished: z.coerce.date(),
      }),
      refuses: ['upload.incomplete', 'upload.not-found', 'space.exceeded'],
      answer: doneAnswer,
    },
    checkNamed: {
      method: 'POST',
      path: '/internal/blobs/check',
      body: z.strictObject({ drive: driveId, blobs: z.array(elementBlobs).max(1000) }),
      answer: problemList,
    },
    checkRecorded: { method: 'GET', path: '/internal/storage/blobs', query: pageQuery, answer: problemPage },
    checkReferences: {
      method: 'GET',
      path: '/internal/storage/references',
      query: pageQuery,
      answer: problemPage,
    },
    checkObjects: { method: 'GET', path: '/internal/storage/objects', query: pageQuery, answer: problemPage },
    checkMultiparts: { method: 'GET', path: '/internal/storage/multiparts', answer: problemList },
    allReferences: {
      method: 'GET',
      path: '/internal/storage/references/all',
      query: pageQuery,
      answer: referencePage,
    },
    keptReferences: {
      method: 'POST',
      path: '/internal/references/kept',
      body: referencesRequest,
      answer: keptReferenceList,
    },
    keepReferences: {
      method: 'POST',
      path: '/internal/references/repaired',
      body: references,
      answer: doneAnswer,
    },
    releaseReferences: {
      method: 'POST',
      path: '/internal/references/released',
      body: references,
      answer: doneAnswer,
    },
    adoptBlobs: {
      method: 'POST',
      path: '/internal/blobs/adopted',
      body: z.strictObject({
        drive: driveId,
        blobs: z
          .array(
            z.strictObject({
              blobId,
              size: count.nonnegative().nullable(),
              type: z.string().max(255),
              source: blobId.nullable(),
              kind: derivativeKind.nullable(),
            }),
          )
          .max(1000),
      }),
      /** null: another process is sweeping. */
      answer: z.object({ ready: z.array(z.string()).nullable() }),
    },
    condemnBlobs: {
      method: 'POST',
      path: '/internal/blobs/condemned',
      body: z.strictObject({ drive: driveId, blobIds: z.array(blobId).max(1000) }),
      answer: doneAnswer,
    },
    checkUnnamed: {
      method: 'GET',
      path: '/internal/storage/unnamed',
      query: z.strictObject({ drive: driveId.optional() }),
      answer: problemList,
    },
    recountUnnamed: {
      method: 'POST',
      path: '/internal/storage/unnamed/recount',
      body: z.strictObject({ drive: driveId }),
      answer: doneAnswer,
    },
    totals: { method: 'GET', path: '/internal/storage/totals', answer: storageTotals },
    /** null: another process is at it. */
    sweep: {
      method: 'POST',
      path: '/internal/storage/sweep',
      answer: z.object({
        swept: z
          .object({
            pending: count,
            parts: count,
            multiparts: count,
            unused: count,
            hashed: count,
            references: count,
            archives: count,
          })
          .nullable(),
      }),
    },
  },
);
