import { blobId, driveId, driveNaming, restoreEnd, restoreRun } from '@skyshelf/contracts';
import type { InternalContract } from '@skyshelf/http';
import { z } from 'zod';

const contract = <const C extends InternalContract>(given: C): C => given;
const ofDrive = z.strictObject({ drive: driveId });
const pageLimit = z.coerce.number().int().min(1).max(1000).default(500);

export const driveVersion = contract({
  method: 'GET',
  path: '/internal/drives/:drive/version',
  params: ofDrive,
});
export const unused = contract({
  method: 'POST',
  path: '/internal/blobs/unused',
  body: z.strictObject({ drive: driveId, blobIds: z.array(blobId).max(1000) }),
});
export const liveFiles = contract({
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
});
export const driveBlobs = contract({
  method: 'GET',
  path: '/internal/drives/:drive/blobs',
  params: ofDrive,
  query: z.strictObject({ after: z.string().max(64).default(''), limit: pageLimit }),
});
export const checkNamings = contract({
  method: 'POST',
  path: '/internal/namings/check',
  body: z.strictObject({ namings: z.array(driveNaming).max(1000) }),
});
export const driveRecount = contract({
  method: 'POST',
  path: '/internal/drives/:drive/recount',
  params: ofDrive,
});
export const claimRestore = contract({
  method: 'POST',
  path: '/internal/restores/claim',
  body: restoreRun,
});
export const renewRestore = contract({
  method: 'POST',
  path: '/internal/restores/renew',
  body: restoreRun,
});
export const endRestore = contract({ method: 'POST', path: '/internal/restores/end', body: restoreEnd });
export const allRestores = contract({ method: 'GET', path: '/internal/restores' });
