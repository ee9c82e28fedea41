import type { DriveId } from '@skyshelf/contracts';
import type { Check, Problem } from '../check.js';
import { drivesOf, type Installation } from '../../installation.js';

const PAGE = 500;

interface Page {
  blobs: unknown[];
  next: string | null;
}
interface Checked {
  problems: Problem[];
}

/** Every blob that an element names is ready, its drive's own, of its size, and referenced. */
export const namedBlobs: Check = {
  name: 'named blobs',
  async *subjects(installation) {
    for (const drive of await drivesOf(installation, 'catalog')) {
      yield { service: 'catalog', drive, look: () => lookAtNamed(installation, drive) };
    }
  },
};

async function lookAtNamed({ peers }: Installation, drive: DriveId): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ after, limit: String(PAGE) });
    const page: Page = await peers.json('catalog', `/internal/drives/${drive}/blobs?${query.toString()}`);
    if (page.blobs.length > 0) {
      const body = { drive, blobs: page.blobs };
      const checked = await peers.json<Checked>('storage', '/internal/blobs/check', { method: 'POST', body });
      problems.push(...checked.problems);
    }
    after = page.next;
  }
  return problems;
}

/** Every recorded blob has its bytes, is named or condemned, and has its source; every reference names a blob. */
export const recordedBlobs: Check = {
  name: 'recorded blobs',
  *subjects({ peers }) {
    const look = async (): Promise<Problem[]> => {
      const problems: Problem[] = [];
      for (let after: string | null = ''; after !== null;) {
        const query = new URLSearchParams({ after, limit: String(PAGE) });
        const path = `/internal/storage/blobs?${query.toString()}`;
        const page: Checked & { next: string | null } = await peers.json('storage', path);
        problems.push(...page.problems);
        after = page.next;
      }
      return problems;
    };
    yield { service: 'storage', drive: null, look };
    const references = async (): Promise<Problem[]> =>
      (await peers.json<Checked>('storage', '/internal/storage/references')).problems;
    yield { service: 'storage', drive: null, look: references };
  },
};

/** Every object in the store is known. Takes as long as the store takes to list all it has. */
export const storedObjects: Check = {
  name: 'stored objects',
  *subjects({ peers }) {
    const look = async (): Promise<Problem[]> =>
      (await peers.json<Checked>('storage', '/internal/storage/objects')).problems;
    yield { service: 'storage', drive: null, look };
  },
};
