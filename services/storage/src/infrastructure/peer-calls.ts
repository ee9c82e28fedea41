import {
  catalogCalls,
  billingCalls,
  DomainError,
  folderTreeHead,
  folderTreeLine,
  type DriveId,
  type ElementId,
} from '@skyshelf/contracts';
import { ask, type Peers, askBytes } from '@skyshelf/peers';
import { linePages } from '@skyshelf/service';
import type { Bundles } from '../application/bundles.js';
import type { UnusedBlobs } from '../application/sweep/swept-records.js';
import type { TakeoutSource, FolderTree, ShownFiles, TreeEntry } from '../application/ports.js';

export const catalogBundles = (peers: Pick<Peers, 'json'>): Bundles => ({
  start: (drive, opId, request) => ask(peers, catalogCalls.startBundle, { body: { drive, opId, request } }),
  admit: (bundle) => ask(peers, catalogCalls.admitBundle, { body: bundle }),
});

export const catalogUnusedBlobs = (peers: Pick<Peers, 'json'>): UnusedBlobs => ({
  async among(drive, blobIds) {
    const body = { drive, blobIds: [...blobIds] };
    return (await ask(peers, catalogCalls.unusedBlobs, { body })).unused;
  },
});

export const takeoutSource = (peers: Peers): TakeoutSource => ({
  tree: async (drive) => (await askBytes(peers, catalogCalls.driveTree, { params: { drive } })).body,
  bookmarks: async (drive) =>
    (await askBytes(peers, catalogCalls.driveBookmarks, { params: { drive } })).body,
  settings: async (drive) => (await ask(peers, billingCalls.accountContent, { params: { drive } })).settings,
});

export const catalogShownFiles = (peers: Peers): ShownFiles => ({
  version: async (drive) => (await ask(peers, catalogCalls.driveVersion, { params: { drive } })).version,
  files: (drive, files) =>
    ask(peers, catalogCalls.shownFiles, { params: { drive }, body: { files: [...files] } }),
  folder: (drive, folderId) => folderOf(peers, drive, folderId),
});

async function folderOf(peers: Peers, drive: DriveId, folderId: ElementId): Promise<FolderTree> {
  const { body } = await askBytes(peers, catalogCalls.folderTree, { params: { drive, folderId } });
  // A line is a page; waits for the first.
  const pages = linePages(body, 'A page of the tree', 1);
  const first = await pages.next();
  const [head, ...rest] = first.done === true ? [] : first.value;
  if (head === undefined) throw broken();
  const { version, top, elements } = folderTreeHead.parse(JSON.parse(head));
  return { version, top, elements, entries: entriesOf(rest, pages) };
}

async function* entriesOf(first: string[], further: AsyncIterable<string[]>): AsyncGenerator<TreeEntry[]> {
  let came = 0;
  let expected: number | null = null;
  for await (const lines of inTurn(first, further))
    for (const line of lines) {
      const page = folderTreeLine.parse(JSON.parse(line));
      if (!Array.isArray(page)) expected = page.end;
      else {
        came += page.length;
        yield page.map(([folder, name, blobId, born]) => ({ folder, name, blobId, born }));
      }
    }
  if (expected !== came) throw broken();
}

async function* inTurn(first: string[], further: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  yield first;
  yield* further;
}

/** Part of a tree must not pass for all. */
const broken = (): DomainError =>
  new DomainError('service.unavailable', { cause: new Error('The tree that catalog told broke off.') });
