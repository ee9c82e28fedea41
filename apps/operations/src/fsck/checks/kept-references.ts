import { catalogCalls, type DriveReference, storageCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../../installation.js';
import type { Check, Problem } from '../finding.js';

const PAGE = 250;

/** An element's references are released with it. */
export const keptReferences: Check = {
  name: 'kept references',
  betweenServices: true,
  async *subjects(installation, { drive }) {
    if (drive !== null) return;
    for (let after: string | null = ''; after !== null;) {
      const query = { after, limit: PAGE };
      const page: { references: DriveReference[]; next: string | null } = await ask(
        installation.peers,
        storageCalls.allReferences,
        { query },
      );
      const look = () => problemsOf(installation, page.references);
      yield { service: 'storage', drive: null, size: page.references.length, look };
      after = page.next;
    }
  },
};

async function problemsOf(
  installation: Installation,
  references: readonly DriveReference[],
): Promise<Problem[]> {
  const gone = await missingReferences(installation, references);
  const kept = gone.length === 0 ? new Set<string>() : await stillKept(installation, gone);
  return gone
    .filter(({ elementId, blobId }) => kept.has(`${blobId}.${elementId}`))
    .map(({ drive, elementId, blobId }) => ({
      rule: 'reference-has-an-element',
      message: `${elementId} is kept as naming the blob ${blobId}, and is no element of the drive ${drive}.`,
      about: { drive, elementId, blobId },
    }));
}

export async function missingReferences(
  { peers }: Pick<Installation, 'peers'>,
  references: readonly DriveReference[],
): Promise<DriveReference[]> {
  if (references.length === 0) return [];
  return (await ask(peers, catalogCalls.goneReferences, { body: { references: [...references] } })).gone;
}

/** A deletion may have arrived since. */
async function stillKept(
  { peers }: Pick<Installation, 'peers'>,
  references: readonly DriveReference[],
): Promise<Set<string>> {
  const { kept } = await ask(peers, storageCalls.keptReferences, { body: { references: [...references] } });
  return new Set(kept.map(({ blobId, elementId }) => `${blobId}.${elementId}`));
}
