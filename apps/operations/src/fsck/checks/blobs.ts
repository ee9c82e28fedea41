import { catalogCalls, type DriveId, type ElementBlobsPage, storageCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { countDrives } from '../../drives.js';
import type { Installation } from '../../installation.js';
import { type Check, drivesInScope, type Problem, type Subject } from '../finding.js';

const PAGE = 250;

/** Checks that each blob is ready, belongs to the drive, has the right size and is referenced. */
export const namedBlobs: Check = {
  name: 'named blobs',
  betweenServices: true,
  total: async (installation, { drive }) => (drive === null ? countDrives(installation, 'catalog') : null),
  async *subjects(installation, scope) {
    for await (const drive of drivesInScope(installation, 'catalog', scope)) {
      yield { service: 'catalog', drive, look: () => inspectNamedBlobs(installation, drive) };
    }
  },
};

export async function inspectNamedBlobs({ peers }: Installation, drive: DriveId): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (let after: string | null = ''; after !== null;) {
    const call = { params: { drive }, query: { after, limit: PAGE } };
    const page: ElementBlobsPage = await ask(peers, catalogCalls.driveBlobs, call);
    if (page.blobs.length > 0) {
      const body = { drive, blobs: page.blobs };
      problems.push(...(await ask(peers, storageCalls.checkNamed, { body })).problems);
    }
    after = page.next;
  }
  return problems;
}

/** Checks that each blob has bytes and a source and is named or condemned. */
export const recordedBlobs: Check = {
  name: 'recorded blobs',
  betweenServices: true,
  subjects: (installation, { drive }) =>
    drive === null ? pagesOf(installation, storageCalls.checkRecorded) : [],
};

/** Counters equal a recount. */
export const unnamedBytes: Check = {
  name: 'unnamed bytes',
  *subjects({ peers }, { drive }) {
    const query = drive === null ? {} : { drive };
    const look = async (): Promise<Problem[]> =>
      (await ask(peers, storageCalls.checkUnnamed, { query })).problems;
    yield { service: 'storage', drive, look };
  },
};

export const references: Check = {
  name: 'references',
  betweenServices: true,
  subjects: (installation, { drive }) =>
    drive === null ? pagesOf(installation, storageCalls.checkReferences) : [],
};

/** Takes as long as the store's own listing. */
export const storedObjects: Check = {
  name: 'stored objects',
  subjects: (installation) => pagesOf(installation, storageCalls.checkObjects),
};

export const storedMultiparts: Check = {
  name: 'stored parts',
  *subjects({ peers }) {
    const look = async (): Promise<Problem[]> => (await ask(peers, storageCalls.checkMultiparts)).problems;
    yield { service: 'storage', drive: null, look };
  },
};

const LOOK_AGAIN = 4 * PAGE;

type PagedCheck = (typeof storageCalls)['checkRecorded' | 'checkReferences' | 'checkObjects'];

async function* pagesOf({ peers }: Installation, call: PagedCheck): AsyncGenerator<Subject> {
  const read = (after: string, limit: number) => ask(peers, call, { query: { after, limit } });
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    const { problems, looked, next } = await read(from, PAGE);
    const look = async () => (await read(from, LOOK_AGAIN)).problems;
    yield { service: 'storage', drive: null, size: looked, found: problems, look };
    after = next;
  }
}
