import type { DriveId, ElementId, OpId, UploadId, Warning } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import { quotaOf } from '../../domain/drive-room.js';
import { decideStartUpload, type StartUploadSlice } from '../../domain/start-upload.js';
import type { Catalog, Account, CatalogCommand } from '../catalog.js';
import { withHeldRoom, runAsUser } from '../run-for.js';
import { readFolder } from '../slices/read-folder.js';
import { readStartUpload } from '../slices/read-taken-names.js';
import { planUploads, shortFor, uploadIdFor, type StartUploadInput } from './start-upload.js';
import { decideAdmitBundle } from '../../domain/admit-bundle.js';
import type { Admission, FinishedBytes } from '../../domain/admit-upload.js';
import type { UploadConflict } from '../../domain/free-names.js';
import { readThinning, thinLater, unplanned, type Thinning } from '../trash/thin-versions.js';
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
    replaces?: ElementId;
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
      const { uploadId, name, size, contentType, source, replaces } = file;
      const replacing = replaces === undefined ? {} : { replaces };
      return { uploadId, name, size, contentType, source, ...replacing, granted: grantedIds.has(uploadId) };
    }),
    warnings,
  };
}

export interface FinishedBundle {
  folderId: ElementId;
  /** Of all files sent, refused ones too: they identify the bundle. */
  uploadIds: readonly UploadId[];
  conflict?: UploadConflict | undefined;
  /** The index is the file's position in the request. */
  files: readonly (Omit<FinishedBytes, 'folderId'> & { index: number })[];
}

type Slice = StartUploadSlice & { thinning: Thinning };
type IndexedAdmission = { index: number; admission: Admission };

/** All at once, and once under its opId. */
export async function admitBundle(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { folderId, uploadIds, conflict = 'skip', files }: FinishedBundle,
): Promise<AdmittedFiles> {
  const finished = files.map((file) => ({ ...file, folderId, nameKey: nameKey(file.name) }));
  const command = (isLast: boolean): CatalogCommand<Slice, IndexedAdmission[]> => ({
    name: 'admit-bundle',
    payload: { uploadIds },
    read: async (reader) => {
      const asked = { files: finished, conflict, now: catalog.clock.now() };
      const slice = await readStartUpload(reader, await readFolder(reader, { url: '/', folderId }), asked);
      return { ...slice, thinning: slice.replaced.size > 0 ? await readThinning(reader) : unplanned };
    },
    decide: (slice, context) => {
      const decision = decideAdmitBundle(finished, slice, context, { isLast });
      if (!isLast) requireRoom(decision.answer, finished);
      const answer = decision.answer.map((admission, at) => ({ index: files[at]?.index ?? at, admission }));
      return { ...decision, answer };
    },
    alongside: async (side, { event, slice }) => {
      if (event?.type === 'catalog.file.replaced') await thinLater(side, slice.thinning, catalog.clock.now());
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
