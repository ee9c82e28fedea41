import { archivedReference } from '@skyshelf/contracts';
import type { DriveOwner } from '@skyshelf/service';
import { z } from 'zod';
import { forgetDrive, releaseDrive, type ForgetDriveDeps } from './forget-drive.js';
import type { References } from './references.js';

const referenceLine = z.strictObject({ reference: archivedReference });

/** Bytes have ways of their own. */
export const storageOwner = ({
  references,
  ...deps
}: ForgetDriveDeps & { references: References }): DriveOwner => ({
  exports: {
    blob: async function* (drive, { blobId }) {
      const blob = await deps.collections.blobs.findOne({ _id: blobId, drive, state: 'ready' });
      if (blob) yield blob;
    },
  },
  /** Their bytes are there by now. */
  async restore(drive, _, pages) {
    for await (const page of pages)
      await references.add({ drive, references: page.map((line) => referenceLine.parse(line).reference) });
  },
  forget: (drive, { forGood }) => (forGood ? forgetDrive(deps, drive) : releaseDrive(deps, drive)),
});
