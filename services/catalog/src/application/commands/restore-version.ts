import { type BlobId, DomainError, type ElementId, type ElementView, type OpId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { decideRestoreVersion, rowAfter, type RestoreVersionSlice } from '../../domain/replace-file.js';
import { pathOf } from '../../domain/target-folder.js';
import { isVersion, versionId } from '../../domain/versions.js';
import type { Account, Catalog, CatalogCommand } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readLiveFile } from '../reads/list-versions.js';
import { countedOne } from '../reads/opened-elements.js';
import { runFor } from '../run-for.js';
import type { Reader } from '../slices/read-folder.js';
import { thinLater, readThinning, type Thinning } from '../trash/thin-versions.js';

export interface RestoredVersion {
  id: string;
  version: string;
  /** An undo names the content that must still be there. */
  expects?: BlobId;
  /** Default: its own. */
  intention?: Pick<CatalogCommand<unknown, unknown>, 'name' | 'payload'>;
}

type Slice = RestoreVersionSlice & { folders: CatalogRow[]; thinning: Thinning };

/** The content before becomes a version, so that nothing is lost. */
export async function restoreVersion(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { id, version, expects, intention }: RestoredVersion,
): Promise<ElementView> {
  const view = await runFor(catalog, account, opId, {
    ...(intention ?? { name: 'restore-version', payload: { id, version } }),
    read: (reader) => readRestored(reader, id, version as BlobId, expects),
    decide: (slice: Slice, { now }) => {
      const { event } = decideRestoreVersion(slice, now);
      const [replaced] = event.replaced;
      const row = replaced ? rowAfter(slice.row, replaced) : slice.row;
      const path = pathOf(slice.folders.map(({ name }) => name).toReversed());
      return { event, answer: elementView(row, path, account.sub) };
    },
    alongside: (side, { slice }) => thinLater(side, slice.thinning, catalog.clock.now()),
  });
  return countedOne(catalog, account.drive, view);
}

async function readRestored(
  reader: Reader,
  id: string,
  blobId: BlobId,
  expects: BlobId | undefined,
): Promise<Slice> {
  const { row, folders } = await readLiveFile(reader, id);
  if (expects !== undefined && row.blobId !== expects) throw new DomainError('undo.changed', { field: 'id' });
  const version = await reader.get(versionId(id as ElementId, blobId));
  if (!version || !isVersion(version)) throw new DomainError('version.not-found', { field: 'version' });
  return { row, version, folders, thinning: await readThinning(reader) };
}
