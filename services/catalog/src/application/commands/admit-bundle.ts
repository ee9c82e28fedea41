import type { ElementId, OpId, UploadId } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import { decideAdmitBundle } from '../../domain/admit-bundle.js';
import type { Admission, FinishedBytes } from '../../domain/admit-upload.js';
import type { NameConflict } from '../../domain/free-names.js';
import type { StartUploadSlice } from '../../domain/start-upload.js';
import type { Account, Catalog, CatalogCommand } from '../catalog.js';
import { withHeldRoom } from '../processes/end-holds.js';
import { runAsUser } from '../run-for.js';
import { readFolder } from '../slices/read-folder.js';
import { readStartUpload } from '../slices/read-start-upload.js';
import { requireRoom } from './admit-upload.js';
import { shownAdmissions, type AdmittedFiles } from './admitted-files.js';

export interface FinishedBundle {
  folderId: ElementId;
  /** Of all files sent, refused ones too: they identify the bundle. */
  uploadIds: readonly UploadId[];
  conflict?: NameConflict | undefined;
  /** Complete ones, with their index among those sent. */
  files: readonly (Omit<FinishedBytes, 'folderId'> & { index: number })[];
}

type IndexedAdmission = { index: number; admission: Admission };

/**
 * All at once, and once under its opId.
 * @throws DomainError operation.reused: another bundle came under this opId
 */
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
      if (!isLast) requireRoom(decision.answer);
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
