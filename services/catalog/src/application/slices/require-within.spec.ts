import { elementId, ROOT_ID, type AccessScope, type BlobId, type ElementId } from '@skyshelf/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, idOf } from '../../../testing/facts.js';
import { ListingCache } from '../../infrastructure/listing-cache.js';
import type { Account } from '../catalog.js';
import { addElement } from '../commands/add-element.js';
import { deleteElements } from '../commands/delete-elements.js';
import { showBuiltIns } from '../commands/follow-billing.js';
import { liveFiles } from '../reads/blobs-in-use.js';
import { ownElement } from '../reads/drive-elements.js';
import { listFolder } from '../reads/list-folder.js';
import { listPage } from '../reads/list-page.js';
import { byName } from '../reads/listing-order.js';
import { countOpening } from '../reads/opened-elements.js';
import { listTags, measureFolder } from '../reads/overview.js';
import { search } from '../reads/search.js';
import { folderTree, shownFiles } from '../reads/shown-files.js';
import { listShown } from '../shares/read-shares.js';

const shareOf = (drive: TestDrive, ...roots: string[]): Account & { scope: AccessScope } => ({
  ...drive.account,
  scope: {
    kind: 'share',
    rights: ['list', 'view'],
    roots: roots.map((each) => elementId.parse(each)),
    id: 'x',
    generation: 0,
  },
});
const blobOf = (name: string) => `blob-${idOf(name)}` as BlobId;

/** The answers to all that a caller can ask of a drive, without versions. */
async function viewOf({ catalog, opId }: TestDrive, account: Account, ids: readonly string[]) {
  const cache = new ListingCache(1_000_000);
  const outcome = async (answer: Promise<unknown>) => {
    try {
      return JSON.parse(JSON.stringify(await answer, (key, value) => (key === 'version' ? null : value)));
    } catch (error) {
      const { code, field } = error as { code: string; field?: string };
      return { code, field };
    }
  };
  const parsed = async (answer: Promise<Buffer | { bytes: Buffer }>) => {
    const got = await answer;
    return JSON.parse((Buffer.isBuffer(got) ? got : got.bytes).toString()) as unknown;
  };
  const addresses = [...ids, ROOT_ID].map((folderId) => ({ url: '/', folderId }));
  const paths = ['/', '/n0/', '/n0/n1/', '/n1/', '/n2/', '/n3/n4/'].map((url) => ({ url }));
  const seen: unknown[] = [];
  for (const address of [...addresses, ...paths]) {
    const question = { address, order: byName, defaultLinks: false };
    seen.push(
      address,
      await outcome(parsed(listFolder(catalog, cache, account, question))),
      await outcome(parsed(listPage(catalog, cache, account, question, { limit: 2 }))),
      await outcome(parsed(measureFolder(catalog, cache, account, address))),
      await outcome(search(catalog, account, { text: 'n', within: address, limit: 50 })),
    );
  }
  seen.push(await outcome(search(catalog, account, { text: 'n', limit: 50 })));
  seen.push(await outcome(search(catalog, account, { text: 'n', limit: 2 })));
  for (const id of [...ids, ROOT_ID]) {
    const tree = async () => {
      const { head, lines } = await folderTree(catalog, account, id as ElementId);
      return [head.top, await Array.fromAsync(lines)];
    };
    seen.push(id, await outcome(tree()), await outcome(ownElement(catalog, account, id)));
    seen.push(await outcome(countOpening(catalog, account, opId(), id)));
  }
  const blobIds = ids.map(blobOf);
  seen.push(await outcome(liveFiles(catalog, { reach: account, blobIds, known: null })));
  const files = blobIds.map((blobId) => ({ blobId, name: '' }));
  seen.push(await outcome(shownFiles(catalog, account, files)));
  return seen;
}

const planted = fc.record({ parent: fc.nat(20), class: fc.constantFrom('folder', 'folder', 'file', 'link') });
const trees = fc.array(planted, { minLength: 4, maxLength: 14 });

/** Every element stands in a folder that came before it, or at the top. */
function factsOf(tree: readonly { parent: number; class: string }[]) {
  const folders: string[] = [ROOT_ID];
  return tree.map(({ parent, class: kind }, index) => {
    const name = `n${index}`;
    const within = folders[parent % folders.length] ?? ROOT_ID;
    if (kind === 'folder') folders.push(name);
    return { name, kind, within };
  });
}
type Fact = ReturnType<typeof factsOf>[number];

const eventOf = ({ name, kind, within }: Fact) =>
  kind === 'folder' ? aFolder(name, within) : kind === 'file' ? aFile(name, within) : aLink(name, within);

describe('a scope with roots', () => {
  it('sees a drive that consists of them alone, whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        trees,
        fc.array(fc.nat(13), { minLength: 1, maxLength: 3 }),
        fc.option(fc.nat(13)),
        async (tree, chosen, dropped) => {
          const facts = factsOf(tree);
          const roots = new Set(chosen.map((each) => `n${each % facts.length}`));
          const gone = dropped === null ? null : `n${dropped % facts.length}`;
          const whole = testDrive();
          await whole.given(...facts.map(eventOf));
          if (gone)
            await deleteElements(whole.catalog, whole.account, whole.opId(), [gone], { holdSeconds: 60 });
          const parents = new Map(facts.map(({ name, within }) => [name, within]));
          const chain = (name: string): string[] =>
            name === ROOT_ID ? [] : [name, ...chain(parents.get(name) ?? ROOT_ID)];
          const shown = facts.filter(({ name }) => {
            const above = chain(name);
            return above.some((each) => roots.has(each)) && !above.includes(gone ?? '');
          });
          const alone = testDrive();
          await showBuiltIns(alone.catalog, alone.account.drive, alone.opId(), false);
          const names = new Set(shown.map(({ name }) => name));
          await alone.given(
            ...shown.map((fact) => eventOf(names.has(fact.within) ? fact : { ...fact, within: ROOT_ID })),
          );
          const ids = [...facts.map(({ name }) => name), 'never-there'];
          expect(await viewOf(whole, shareOf(whole, ...roots), ids)).toEqual(
            await viewOf(alone, alone.account, ids),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it('answers the same, tag included, whatever happens elsewhere in the drive', async () => {
    const drive = testDrive();
    await drive.given(aFolder('Album'), aFile('sea.png', 'Album'), aFolder('Private'));
    const cache = new ListingCache(1_000_000);
    const list = (account: Account) =>
      listFolder(drive.catalog, cache, account, { address: { url: '/Album/' }, order: byName });
    const share = shareOf(drive, 'Album');
    const before = await list(share);
    expect((await list(drive.account)).tag).not.toBe(before.tag);
    await drive.given(aFile('diary.png', 'Private'));
    expect(await list(share)).toEqual(before);
    await drive.given(aFile('boat.png', 'Album'));
    expect((await list(share)).tag).not.toBe(before.tag);
  });

  it('sees no built-in elements and no tags, and runs no command', async () => {
    const drive = testDrive();
    await drive.given(aFolder('Album'));
    const { catalog } = drive;
    const cache = new ListingCache(1_000_000);
    const share = shareOf(drive, 'Album');
    const question = { address: { url: '/' }, order: byName, defaultLinks: true };
    const { bytes } = await listFolder(catalog, cache, share, question);
    const { docs } = JSON.parse(bytes.toString()) as { docs: { _id: string; path: string }[] };
    expect(docs.map(({ _id, path }) => [_id, path])).toEqual([['Album', '/']]);
    const denied = { code: 'access.denied' };
    await expect(listTags(catalog, cache, share)).rejects.toMatchObject(denied);
    const obj = { linkname: 'mine', linktype: 'folder' };
    const added = addElement(catalog, share, drive.opId(), { address: { url: '/Album/' }, obj });
    await expect(added).rejects.toMatchObject(denied);
  });
});

it('the first page of a link has what lies below its roots, and nothing else', async () => {
  const drive = testDrive();
  await drive.given(aFolder('a'), aFile('x.png', 'a'), aFolder('b'), aFile('y.png', 'b'), aLink('l'));
  const roots = ['a', 'l'].map((each) => elementId.parse(each));
  const link = { id: 'link', drive: drive.account.drive, roots, generation: 0 };
  const list = async (path: string) => {
    const { docs, folderId } = await listShown(drive.catalog, new ListingCache(1_000_000), { ...link, path });
    return [folderId, ...docs.map(({ _id, path }) => `${path} ${_id}`)];
  };
  expect(await list('/')).toEqual(['root', '/ a', '/ l']);
  expect(await list('/a')).toEqual(['a', '/a/ x-png']);
  await expect(list('/b')).rejects.toMatchObject({ code: 'folder.not-found' });
});
