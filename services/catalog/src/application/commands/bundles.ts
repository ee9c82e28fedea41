import type { DriveId, ElementId, OpId, UploadId, Warning } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import { quotaOf } from '../../domain/drive-room.js';
import { decideStartUpload, type StartUploadSlice } from '../../domain/start-upload.js';
import type { Catalog, Account, CatalogCommand } from '../catalog.js';
import { withHeldRoom, runAsUser } from '../run-for.js';
import { readFolder } from '../slices/read-folder.js';
import { readStartUpload } from '../slices/read-taken-names.js';
import { planUploads, shortFor, uploadIdFor, type StartUploadInput } from './start-upload.js';
import { decideAdmitBundle, type Admission, type FinishedBytes } from '../../domain/admit-upload.js';
import type { NameConflict } from '../../domain/free-names.js';
import { requireRoom, shownAdmissions, type AdmittedFiles } from './admit-upload.js';

export interface BundleGrant {
  folderId: ElementId;
  quota: number;
  files: {
    uploadId: UploadId;
    name: string;
    size: number;
    contentType: string;
    source: string;
    granted: boolean;
  }[];
  warnings: Warning[];
}

/** Reserves nothing: the admission decides again. */
export async function startBundle(
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  { address, files, conflict = 'skip' }: StartUploadInput,
): Promise<BundleGrant> {
  const planned = planUploads(catalog, files, (file, index) =>
    uploadIdFor({ drive }, `bundle:${opId}` as OpId, index, address, file),
  );
  const now = catalog.clock.now();
  const asked = { files: planned, conflict, now };
  const decide = async () => {
    const reader = await catalog.store.reader(drive);
    const slice = await readStartUpload(reader, await readFolder(reader, address), asked);
    return { slice, ...decideStartUpload(planned, slice, { now }, 0) };
  };
  const { slice, granted, warnings } = await withHeldRoom(catalog, drive, decide, (started) =>
    shortFor(planned, started),
  );
  const grantedIds = new Set(granted.map(({ uploadId }) => uploadId));
  return {
    folderId: slice.place.folderId,
    quota: quotaOf(slice.room),
    files: planned.map((file) => {
      // It may get its number when it is admitted.
      const { uploadId, name, size, contentType, source } = file;
      return { uploadId, name, size, contentType, source, granted: grantedIds.has(uploadId) };
    }),
    warnings,
  };
}

export interface FinishedBundle {
  folderId: ElementId;
  /** Of all files sent, refused ones too: they identify the bundle. */
  uploadIds: readonly UploadId[];
  conflict?: NameConflict | undefined;
  /** The index is the file's position in the request. */
  files: readonly (Omit<FinishedBytes, 'folderId'> & { index: number })[];
}

type IndexedAdmission = { index: number; admission: Admission };

/** All at once, and once under its opId. */
export async function admitBundle(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { folderId, uploadIds, conflict = 'skip', files }: FinishedBundle,
): Promise<AdmittedFiles> {
  const finished = files.map((file) => ({ ...file, folderId, nameKey: nameKey(file.name) }));
  const command = (isLast: boolean): CatalogCommand<StartUploadSlice, IndexedAdmission[]> => ({
    name: 'admit-bundle',
    payload: { uploadIds },
    read: async (reader) =>
      readStartUpload(reader, await readFolder(reader, { url: '/', folderId }), {
        files: finished,
        conflict,
        now: catalog.clock.now(),
      }),
    decide: (slice, context) => {
      const decision = decideAdmitBundle(finished, slice, context);
      if (!isLast) requireRoom(decision.answer, finished);
      const answer = decision.answer.map((admission, at) => ({ index: files[at]?.index ?? at, admission }));
      return { ...decision, answer };
    },
  });
  const admissions = await withHeldRoom(catalog, account.drive, (isLast) =>
    runAsUser(catalog, account, opId, command(isLast)),
  );
  return shownAdmissions(
    admissions.map((each) => ({ ...each, operation: opId })),
    account.sub,
  );
}
