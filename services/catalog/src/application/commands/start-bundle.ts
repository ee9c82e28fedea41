import type { DriveId, ElementId, OpId, UploadId, Warning } from '@skyshelf/contracts';
import { quotaOf } from '../../domain/drive-room.js';
import { decideStartUpload } from '../../domain/start-upload.js';
import type { Catalog } from '../catalog.js';
import { lacksRoom, withHeldRoom } from '../processes/end-holds.js';
import { readFolder } from '../slices/read-folder.js';
import { readStartUpload } from '../slices/read-start-upload.js';
import { planUploads, uploadIdFor, type StartUploadInput } from './start-upload.js';

export interface BundleLeave {
  folderId: ElementId;
  quota: number;
  /** In the order sent. */
  files: {
    /** The same for the same intention. */
    uploadId: UploadId;
    name: string;
    size: number;
    contentType: string;
    source: string;
    granted: boolean;
  }[];
  warnings: Warning[];
}

/**
 * Reserves nothing: the admission decides again.
 * @throws DomainError folder.not-found, folder.copying, depth.exceeded
 */
export async function startBundle(
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  { address, files, conflict = 'skip' }: StartUploadInput,
): Promise<BundleLeave> {
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
  const { slice, granted, warnings } = await withHeldRoom(catalog, drive, decide, isShort);
  const leave = new Set(granted.map(({ uploadId }) => uploadId));
  return {
    folderId: slice.place.folderId,
    quota: quotaOf(slice.room),
    files: planned.map((file) => {
      // It may get its number when it is admitted.
      const { uploadId, name, size, contentType, source } = file;
      return { uploadId, name, size, contentType, source, granted: leave.has(uploadId) };
    }),
    warnings,
  };
}

const isShort = ({ warnings }: { warnings: readonly Warning[] }): boolean => warnings.some(lacksRoom);
