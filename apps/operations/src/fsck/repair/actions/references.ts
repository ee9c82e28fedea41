import { driveReference, storageCalls, type DriveId, type DriveReference } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { findDrive } from '../../../drives.js';
import type { Installation } from '../../../installation.js';
import { missingReferences } from '../../checks/kept-references.js';
import type { Finding } from '../../finding.js';
import { type Repair, Unrepairable } from '../repair.js';

/** Storage lacks an existing element's reference. */
export const keepReferences: Repair = {
  done: 'the reference was noted',
  trusts: 'everything',
  async run(installation, findings) {
    const references = referencesOf(findings);
    for (const [drive, its] of Map.groupBy(references, (reference) => reference.drive))
      await tell(installation, storageCalls.keepReferences, drive, its);
    // Elements deleted just now told storage before this.
    await release(installation, references);
  },
};

/** Releases them like a deletion, with its days of grace. */
export const releaseReferences: Repair = {
  done: 'the reference was released; what no one names any more goes after the days that every deletion leaves',
  trusts: 'everything',
  run: (installation, findings) => release(installation, referencesOf(findings)),
};

async function release(installation: Installation, references: readonly DriveReference[]): Promise<void> {
  const gone = await missingReferences(installation, references);
  for (const [drive, its] of Map.groupBy(gone, (reference) => reference.drive)) {
    await refuseUnknown(installation, drive);
    await tell(installation, storageCalls.releaseReferences, drive, its);
  }
}

/** @throws Unrepairable for a drive unknown to catalog: its database may be the wrong one */
export async function refuseUnknown(installation: Installation, drive: DriveId): Promise<void> {
  if (await findDrive(installation, 'catalog', drive)) return;
  throw new Unrepairable(`Not touched: catalog has no event of the drive ${drive}, and may have lost it.`);
}

async function tell(
  { peers }: Installation,
  call: typeof storageCalls.keepReferences | typeof storageCalls.releaseReferences,
  drive: DriveId,
  its: readonly DriveReference[],
): Promise<void> {
  const references = its.map(({ elementId, blobId }) => ({ elementId, blobId }));
  await ask(peers, call, { body: { drive, references } });
}

const referencesOf = (findings: readonly Finding[]): DriveReference[] =>
  findings.map(({ about }) => {
    const { drive, elementId, blobId } = about ?? {};
    return driveReference.parse({ drive, elementId, blobId });
  });
