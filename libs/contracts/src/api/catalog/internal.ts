import { z } from 'zod';
import { rootsInQuery, scopeRoots } from '../../access-scope.js';
import { elementContentPage } from '../../account-content.js';
import { restoreClaimed, restoreEnd, restoreList, restoreRun } from '../../drive-copies.js';
import { derivedResults } from '../../derived.js';
import { shownFile } from '../../drive-tree.js';
import { eventTypeOf } from '../../events/catalogue.js';
import { eventMessage } from '../../events/envelope.js';
import { blobId, driveId, elementId, opId, uploadId } from '../../ids.js';
import { limits } from '../../limits.js';
import { elementBlobsPage, goneReferences, referencesRequest } from '../../operations.js';
import { defineInternal, doneAnswer } from '../internal-routes.js';
import { id, targetRefusals, uploadConflict, warning } from './fields.js';
import { rewindPlan } from './rewind.js';
import { shareCalls } from './internal-shares.js';
import { admittedUploads, requestedUpload } from './uploads.js';

const whole = z.number().int().nonnegative();

const ofDrive = z.strictObject({ drive: driveId });
/** The roots of a scope: nothing else exists for it. */
const within = z.strictObject({ within: rootsInQuery.optional() });
const ofBundle = { drive: driveId, opId };
const pageLimit = z.coerce.number().int().min(1).max(1000).default(500);

export const catalogCalls = defineInternal(
  { service: 'catalog', refuses: [] },
  {
    /** Gives the same answer as `startUpload` under the same key. */
    startBundle: {
      method: 'POST',
      path: '/internal/bundles/start',
      body: z.strictObject({ ...ofBundle, request: requestedUpload }),
      refuses: targetRefusals,
      answer: z.object({
        folderId: elementId,
        /** Unit: bytes. */
        quota: z.number(),
        files: z.array(
          z.object({
            uploadId,
            name: z.string(),
            size: whole,
            contentType: z.string(),
            source: z.string(),
            replaces: elementId.optional(),
            granted: z.boolean(),
          }),
        ),
        warnings: z.array(warning),
      }),
    },
    /** All in one step, once under its key. With CLIENT_DEVICE_HEADER. */
    admitBundle: {
      method: 'POST',
      path: '/internal/bundles/admit',
      body: z.strictObject({
        ...ofBundle,
        sub: z.string(),
        folderId: elementId,
        uploadIds: z.array(uploadId).max(limits.maxFilesPerBatch),
        conflict: uploadConflict.optional(),
        files: z
          .array(
            z.strictObject({
              index: whole,
              uploadId,
              name: z.string(),
              source: z.string(),
              replaces: elementId.optional(),
              blobId,
              size: whole,
              contentType: z.string(),
              width: whole.nullable(),
              height: whole.nullable(),
            }),
          )
          .max(limits.maxFilesPerBatch),
      }),
      refuses: ['operation.reused', 'space.exceeded'],
      answer: admittedUploads,
    },
    /** From another catalog, to which the event came while this one writes the drive. */
    react: {
      method: 'POST',
      path: '/internal/reactions',
      body: eventMessage
        .extend({ id: opId })
        .refine(({ type, data }) => eventTypeOf(type)?.data.safeParse(data).success ?? false),
      refuses: ['operation.reused', 'space.exceeded'],
      answer: doneAnswer,
    },
    driveVersion: {
      method: 'GET',
      path: '/internal/drives/:drive/version',
      params: ofDrive,
      answer: z.object({ version: z.number().int().nonnegative() }),
    },
    unusedBlobs: {
      method: 'POST',
      path: '/internal/blobs/unused',
      body: z.strictObject({ drive: driveId, blobIds: z.array(blobId).max(1000) }),
      answer: z.object({ unused: z.array(z.string()) }),
    },
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
              within: scopeRoots.optional(),
              /** The owner asks for files in the trash instead. */
              trash: z.literal(true).optional(),
              /** The owner asks for earlier versions instead. */
              versions: z.literal(true).optional(),
            }),
          )
          .max(100),
      }),
      answer: z.object({
        answers: z.array(z.object({ version: z.number().int(), live: z.array(z.string()).nullable() })),
      }),
    },
    /** null where no element shows these bytes. */
    shownFiles: {
      method: 'POST',
      path: '/internal/drives/:drive/files',
      params: ofDrive,
      body: z.strictObject({
        within: scopeRoots.optional(),
        files: z.array(z.strictObject({ blobId, name: z.string().max(4096) })).max(100),
        trash: z.literal(true).optional(),
        versions: z.literal(true).optional(),
      }),
      answer: z.object({
        version: z.number().int().nonnegative(),
        files: z.array(shownFile.nullable()),
      }),
    },
    folderTree: {
      method: 'GET',
      path: '/internal/drives/:drive/folders/:folderId/tree',
      params: z.strictObject({ drive: driveId, folderId: elementId }),
      query: within.extend({ trash: z.literal('1').optional() }),
      refuses: ['folder.not-found'],
      media: 'bytes',
    },
    driveTree: {
      method: 'GET',
      path: '/internal/drives/:drive/tree',
      params: ofDrive,
      query: z.strictObject({ trash: z.literal('1').optional(), history: z.literal('1').optional() }),
      media: 'bytes',
    },
    /** Gives the same file as `exportBookmarks`. */
    driveBookmarks: {
      method: 'GET',
      path: '/internal/drives/:drive/bookmarks',
      params: ofDrive,
      media: 'bytes',
    },
    driveBlobs: {
      method: 'GET',
      path: '/internal/drives/:drive/blobs',
      params: ofDrive,
      query: z.strictObject({ after: z.string().max(160).default(''), limit: pageLimit }),
      answer: elementBlobsPage,
    },
    /** An admin may call it. */
    driveElements: {
      method: 'GET',
      path: '/internal/drives/:drive/elements',
      params: ofDrive,
      query: z.strictObject({ after: z.string().max(160).default(''), limit: pageLimit }),
      answer: elementContentPage,
    },
    goneReferences: {
      method: 'POST',
      path: '/internal/references/gone',
      body: referencesRequest,
      answer: goneReferences,
    },
    ownElement: {
      method: 'GET',
      path: '/internal/drives/:drive/elements/:elementId',
      params: z.strictObject({ drive: driveId, elementId: id }),
      query: within,
      refuses: ['element.not-found'],
      answer: z.object({
        id: elementId,
        /** It is null for a folder or a link. */
        blobId: blobId.nullable(),
        url: z.string().nullable(),
        kind: z.string(),
        extension: z.string().nullable(),
        size: z.number().int(),
        derived: derivedResults,
      }),
    },
    ...shareCalls,
    /** An operator puts a folder of an account back, or asks what that would change. */
    rewindDrive: {
      method: 'POST',
      path: '/internal/drives/:drive/rewind',
      params: ofDrive,
      body: z.strictObject({
        sub: z.string(),
        opId,
        /** An id, also of a deleted folder, or the path of one that is there. */
        folder: z.string().min(1).max(32_768),
        at: z.iso.datetime(),
        dryRun: z.boolean(),
      }),
      refuses: ['folder.not-found', 'folder.copying', 'rewind.too-far', 'space.exceeded', 'drive.full'],
      answer: z.object({ plan: rewindPlan, version: whole, process: z.string().nullable() }),
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
