import { catalogCalls, storageCalls, type DriveNaming } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../../installation.js';
import type { Check, Problem } from '../check.js';

const PAGE = 250;

/** Every reference that storage keeps is made by an element: what an element once named is let go when it goes. */
export const keptReferences: Check = {
  name: 'kept references',
  betweenServices: true,
  async *subjects(installation, { drive }) {
    if (drive !== null) return;
    for (let after: string | null = ''; after !== null;) {
      const query = { after, limit: PAGE };
      const page: { namings: DriveNaming[]; next: string | null } = await ask(
        installation.peers,
        storageCalls.allNamings,
        { query },
      );
      const look = () => problemsOf(installation, page.namings);
      yield { service: 'storage', drive: null, size: page.namings.length, look };
      after = page.next;
    }
  },
};

async function problemsOf(installation: Installation, namings: readonly DriveNaming[]): Promise<Problem[]> {
  const gone = await goneOf(installation, namings);
  const kept = gone.length === 0 ? new Set<string>() : await stillKept(installation, gone);
  return gone
    .filter(({ elementId, blobId }) => kept.has(`${blobId}.${elementId}`))
    .map(({ drive, elementId, blobId }) => ({
      rule: 'reference-has-an-element',
      message: `${elementId} is kept as naming the blob ${blobId}, and is no element of the drive ${drive}.`,
      about: { drive, elementId, blobId },
    }));
}

/** Which of them no element makes (any more). */
export async function goneOf(
  { peers }: Pick<Installation, 'peers'>,
  namings: readonly DriveNaming[],
): Promise<DriveNaming[]> {
  if (namings.length === 0) return [];
  return (await ask(peers, catalogCalls.checkNamings, { body: { namings: [...namings] } })).gone;
}

/** A deletion may have arrived since the page was read. */
async function stillKept(
  { peers }: Pick<Installation, 'peers'>,
  namings: readonly DriveNaming[],
): Promise<Set<string>> {
  const { kept } = await ask(peers, storageCalls.keptReferences, { body: { namings: [...namings] } });
  return new Set(kept.map(({ blobId, elementId }) => `${blobId}.${elementId}`));
}
