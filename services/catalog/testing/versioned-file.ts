import { DomainError, type BlobId, type CatalogEvent, type ElementId, type OpId } from '@skyshelf/contracts';
import { describeElements } from '#src/application/commands/describe-elements.js';
import { keepVersion } from '#src/application/commands/keep-version.js';
import { restoreVersion } from '#src/application/commands/restore-version.js';
import { undoOperations } from '#src/application/commands/undo-operations.js';
import { fullChunks } from '#src/application/processes/chunk-pace.js';
import { listVersions } from '#src/application/reads/list-versions.js';
import type { CatalogRow } from '#src/domain/catalog-row.js';
import type { DriveRoom } from '#src/domain/drive-room.js';
import { tendTrash } from '#src/application/trash/tend-trash.js';
import { testDrive } from './catalog-subject.js';
import { aDerivation, aFile, aFolder } from './facts.js';
import { beginUpload, uploadTo, type HowUploaded } from './shelf-commands.js';

export const MB = 1_000_000;
const note = 'a-png' as ElementId;

/** A drive with the file `/f/a.png` of one megabyte; each of its contents has another size. */
export async function versionedFile(days = 30, ...facts: CatalogEvent[]) {
  const drive = testDrive({ trashDays: days });
  await drive.given(aFolder('f'), aFile('a.png', 'f', MB), ...facts);
  const { catalog, account, clock } = drive;
  const versions = async (id: string = note) => (await listVersions(catalog, account, id)).docs;
  const versionOf = async (size: number) =>
    (await versions()).find((each) => each.size === size)?.version ?? 'none';
  const asReplacement = { conflict: 'replace' as const };
  return {
    drive,
    versions,
    versionOf,
    /** Lists sizes in megabytes, the present content first. */
    history: async (id: string = note) => (await versions(id)).map(({ size }) => size / MB),
    row: async (): Promise<CatalogRow & { blobId: BlobId }> => {
      const row = await (await catalog.store.reader(account.drive)).get(note);
      if (!row?.blobId) throw new Error('The file is gone.');
      return { ...row, blobId: row.blobId };
    },
    begin: async (size: number, how: HowUploaded = asReplacement) => {
      const begun = await beginUpload(drive, 'f', 'a.png', size, how);
      if (typeof begun === 'string') throw new Error(begun);
      return begun;
    },
    replace: (size: number, how: HowUploaded = asReplacement) => {
      clock.advance(1);
      return uploadTo(drive, 'f', 'a.png', size, how);
    },
    restore: async (size: number) => {
      clock.advance(1);
      await restoreVersion(catalog, account, drive.opId(), { id: note, version: await versionOf(size) });
    },
    keep: (version: string, name: string | null) =>
      keepVersion(catalog, account, drive.opId(), { id: note, version, name }),
    lastOperation: async (): Promise<OpId> => {
      const opId = (await catalog.store.events(account.drive, 0, 1000)).at(-1)?.opId;
      if (!opId) throw new DomainError('operation.not-found');
      return opId;
    },
    undo: async (opId: OpId): Promise<OpId> => {
      clock.advance(1);
      const own = drive.opId();
      await undoOperations(catalog, account, own, [opId]);
      return own;
    },
    /** Media has made something of these bytes. */
    made: (blobId: BlobId) =>
      describeElements(catalog, account.drive, drive.opId(), [
        aDerivation(note, { source: { blobId }, elementId: note }),
      ]),
    state: (): Promise<DriveRoom> => catalog.store.state(account.drive),
    tend: () => tendTrash(catalog, account.drive, fullChunks, new AbortController().signal),
  };
}
