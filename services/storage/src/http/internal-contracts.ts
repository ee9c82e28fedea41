import {
  blobId,
  derivativeKind,
  driveId,
  elementBlobs,
  elementId,
  internalRoutes,
  limits,
  maxDerivedBytes,
  namingsRequest,
  pageQuery,
  uploadId,
} from '@skyshelf/contracts';
import type { InternalContract } from '@skyshelf/http';
import { z } from 'zod';

const contract = <const C extends InternalContract>(given: C): C => given;

const derivation = { kind: derivativeKind, jobId: z.string().regex(/^[A-Za-z0-9_.:-]{1,200}$/) };

/** What was made from a blob, or from the address of an element that has no bytes. */
export const putDerived = contract({
  method: 'POST',
  path: '/internal/blobs/derived',
  bytes: true,
  bodyLimit: maxDerivedBytes,
  query: z.union([
    z.strictObject({ source: blobId, ...derivation }),
    z.strictObject({ drive: driveId, elementId, ...derivation }),
  ]),
});
export const describeBlob = contract({
  method: 'GET',
  path: '/internal/blobs/:blobId',
  params: z.strictObject({ blobId }),
});
const nullable = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]);
const pixels = nullable(z.coerce.number().int().positive());

export const blobBytes = contract({
  method: 'GET',
  path: '/internal/blobs/:blobId/bytes',
  params: z.strictObject({ blobId }),
  media: 'bytes',
});
/** A blob of an archive; what it has none of is empty. */
export const restoreBlob = contract({
  method: 'PUT',
  path: '/internal/blobs/:blobId/restored',
  params: z.strictObject({ blobId }),
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
});
export const checkNamed = contract({
  method: 'POST',
  path: '/internal/blobs/check',
  body: z.strictObject({
    drive: driveId,
    blobs: z.array(elementBlobs).max(1000),
  }),
});
export const checkRecorded = contract({
  method: 'GET',
  path: '/internal/storage/blobs',
  query: pageQuery,
});
export const checkReferences = contract({
  method: 'GET',
  path: '/internal/storage/references',
  query: pageQuery,
});
export const checkObjects = contract({ method: 'GET', path: '/internal/storage/objects', query: pageQuery });
export const checkMultiparts = contract({ method: 'GET', path: '/internal/storage/multiparts' });
export const allNamings = contract({ method: 'GET', path: '/internal/storage/namings', query: pageQuery });
const ofDrive = { drive: driveId, namings: z.array(z.strictObject({ blobId, elementId })).max(1000) };
export const keepReferences = contract({
  method: 'POST',
  path: '/internal/references/mended',
  body: z.strictObject(ofDrive),
});
export const releaseReferences = contract({
  method: 'POST',
  path: '/internal/references/released',
  body: z.strictObject(ofDrive),
});
export const adoptBlobs = contract({
  method: 'POST',
  path: '/internal/blobs/adopted',
  body: z.strictObject({
    drive: driveId,
    blobs: z
      .array(
        z.strictObject({
          blobId,
          size: z.number().int().nonnegative().nullable(),
          type: z.string().max(255),
          source: blobId.nullable(),
          kind: derivativeKind.nullable(),
        }),
      )
      .max(1000),
  }),
});
export const condemnBlobs = contract({
  method: 'POST',
  path: '/internal/blobs/condemned',
  body: z.strictObject({ drive: driveId, blobIds: z.array(blobId).max(1000) }),
});
export const checkUnnamed = contract({
  method: 'GET',
  path: '/internal/storage/unnamed',
  query: z.strictObject({ drive: driveId.optional() }),
});
export const recountUnnamed = contract({
  method: 'POST',
  path: '/internal/storage/unnamed/recount',
  body: z.strictObject({ drive: driveId }),
});
export const totals = contract({ method: 'GET', path: '/internal/storage/totals' });
export const sweep = contract({ method: 'POST', path: '/internal/storage/sweep' });
export const keptReferences = contract({
  method: 'POST',
  path: '/internal/references/kept',
  body: namingsRequest,
});
export const { leftovers } = internalRoutes;
