import { driveNaming, storageCalls, type DriveId, type DriveNaming } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { findDrive } from '../../../drives.js';
import type { Installation } from '../../../installation.js';
import { goneOf } from '../../checks/kept-references.js';
import type { Finding } from '../../finding.js';
import type { Mend } from '../mend.js';
import { Unmendable } from '../unmendable.js';

/** An element exists and storage does not know that it names its blob. */
export const keepReferences: Mend = {
  done: 'the reference was noted',
  trusts: 'everything',
  async run(installation, findings) {
    const namings = namingsOf(findings);
    for (const [drive, its] of Map.groupBy(namings, (naming) => naming.drive))
      await tell(installation, storageCalls.keepReferences, drive, its);
    // Who was deleted at this moment has told storage before it was noted.
    await release(installation, namings);
  },
};

/** No element makes it: the ordinary way of a deletion, with the days that it leaves. */
export const releaseReferences: Mend = {
  done: 'the reference was released; what nobody names any more goes after the days that every deletion leaves',
  trusts: 'everything',
  run: (installation, findings) => release(installation, namingsOf(findings)),
};

async function release(installation: Installation, namings: readonly DriveNaming[]): Promise<void> {
  const gone = await goneOf(installation, namings);
  for (const [drive, its] of Map.groupBy(gone, (naming) => naming.drive)) {
    await refuseUnknown(installation, drive);
    await tell(installation, storageCalls.releaseReferences, drive, its);
  }
}

/** @throws Unmendable for a drive of which catalog has no event: it may be catalog's database that is the wrong one */
export async function refuseUnknown(installation: Installation, drive: DriveId): Promise<void> {
  if (await findDrive(installation, 'catalog', drive)) return;
  throw new Unmendable(`Not touched: catalog has no event of the drive ${drive}, and may have lost it.`);
}

async function tell(
  { peers }: Installation,
  call: typeof storageCalls.keepReferences | typeof storageCalls.releaseReferences,
  drive: DriveId,
  its: readonly DriveNaming[],
): Promise<void> {
  const namings = its.map(({ elementId, blobId }) => ({ elementId, blobId }));
  await ask(peers, call, { body: { drive, namings } });
}

const namingsOf = (findings: readonly Finding[]): DriveNaming[] =>
  findings.map(({ about }) => {
    const { drive, elementId, blobId } = about ?? {};
    return driveNaming.parse({ drive, elementId, blobId });
  });
