import {
  elementBlobsPage,
  problemList,
  problemPage,
  type DriveId,
  type ElementBlobsPage,
} from '@skyshelf/contracts';
import { countDrives } from '../../drives.js';
import type { Installation } from '../../installation.js';
import type { Check, Problem, Subject } from '../check.js';
import { drivesInScope } from '../drives-in-scope.js';

const PAGE = 250;

/** Every blob that an element names is ready, its drive's own, of its size, and referenced. */
export const namedBlobs: Check = {
  name: 'named blobs',
  betweenServices: true,
  total: async (installation, { drive }) => (drive === null ? countDrives(installation, 'catalog') : null),
  async *subjects(installation, scope) {
    for await (const drive of drivesInScope(installation, 'catalog', scope)) {
      yield { service: 'catalog', drive, look: () => lookAtNamed(installation, drive) };
    }
  },
};

/** What is wrong with the blobs that a drive's elements name. */
export async function lookAtNamed({ peers }: Installation, drive: DriveId): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ after, limit: String(PAGE) });
    const page: ElementBlobsPage = elementBlobsPage.parse(
      await peers.json('catalog', `/internal/drives/${drive}/blobs?${query.toString()}`),
    );
    if (page.blobs.length > 0) {
      const body = { drive, blobs: page.blobs };
      const checked = await peers.json('storage', '/internal/blobs/check', { method: 'POST', body });
      problems.push(...problemList.parse(checked).problems);
    }
    after = page.next;
  }
  return problems;
}

/** Every recorded blob has its bytes, is named or condemned, and has its source. */
export const recordedBlobs: Check = {
  name: 'recorded blobs',
  betweenServices: true,
  subjects: (installation, { drive }) =>
    drive === null ? pagesOf(installation, '/internal/storage/blobs') : [],
};

/** The counters of bytes that no element names equal a recount. */
export const unnamedBytes: Check = {
  name: 'unnamed bytes',
  *subjects({ peers }, { drive }) {
    const query = drive === null ? '' : `?drive=${drive}`;
    const look = async (): Promise<Problem[]> =>
      problemList.parse(await peers.json('storage', `/internal/storage/unnamed${query}`)).problems;
    yield { service: 'storage', drive, look };
  },
};

/** Every reference names a blob. */
export const references: Check = {
  name: 'references',
  betweenServices: true,
  subjects: (installation, { drive }) =>
    drive === null ? pagesOf(installation, '/internal/storage/references') : [],
};

/** Every object in the store is known. Takes as long as the store takes to list all it has. */
export const storedObjects: Check = {
  name: 'stored objects',
  subjects: (installation) => pagesOf(installation, '/internal/storage/objects'),
};

/** The store holds no uploads in parts that nobody knows. */
export const storedMultiparts: Check = {
  name: 'stored parts',
  *subjects({ peers }) {
    const look = async (): Promise<Problem[]> =>
      problemList.parse(await peers.json('storage', '/internal/storage/multiparts')).problems;
    yield { service: 'storage', drive: null, look };
  },
};

/** Enough for what may have come in between before the page is looked at again. */
const LOOK_AGAIN = 4 * PAGE;

/** A list of storage's that is checked as it is read, page by page. */
async function* pagesOf({ peers }: Installation, path: string): AsyncGenerator<Subject> {
  const read = async (after: string, limit: number) => {
    const query = new URLSearchParams({ after, limit: String(limit) });
    return problemPage.parse(await peers.json('storage', `${path}?${query.toString()}`));
  };
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    const { problems, looked, next } = await read(from, PAGE);
    const look = async () => (await read(from, LOOK_AGAIN)).problems;
    yield { service: 'storage', drive: null, size: looked, found: problems, look };
    after = next;
  }
}
