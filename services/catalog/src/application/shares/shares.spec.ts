import {
  importGrant,
  type CatalogEvent,
  type DriveId,
  type ElementId,
  type ErrorCode,
  type OpId,
} from '@skyshelf/contracts';
import { createSealer } from '@skyshelf/tokens';
import { describe, expect, it } from 'vitest';
import { driveIn, testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota } from '../../../testing/facts.js';
import { inOrder } from '../../../testing/large-shelf.js';
import { standing } from '../../../testing/shelf-commands.js';
import { deleteElements } from '../commands/delete-elements.js';
import { pasteElements } from '../commands/paste-elements.js';
import { undoOperations } from '../commands/undo-operations.js';
import { presentElements } from '../element-view.js';
import { findShare, listAllShares, listShares, newestWithin, showShare } from './read-shares.js';
import { rebuildShares, replayShares, wrongShares } from './replay-shares.js';
import { saveElements, saveShare, type SaveDeps } from './save-share.js';
import { hashOfToken, type ShareDeps, type StoredShare } from './share-deps.js';
import {
  closeShare,
  editShare,
  makeShare,
  stopShare,
  type ShareChangeRequest,
  type ShareRequest,
} from './write-shares.js';

const key = 'a key of this installation, long enough';

/** A drive with its links; without their counts, which only a database has. */
async function shelf(...facts: CatalogEvent[]) {
  const drive = testDrive({ trashDays: 30 });
  await drive.given(...facts);
  const { catalog, account, opId } = drive;
  const ended: string[] = [];
  const reader = async () => (await catalog.store.reader(account.drive)).side<StoredShare>('shares');
  const deps: ShareDeps = {
    catalog,
    sealer: createSealer(() => [key], 'addresses'),
    directory: {
      find: async (hash) => {
        const [found] = await (await reader()).find({ hash });
        return found ? { drive: account.drive, id: found.id } : null;
      },
      all: async () =>
        (await (await reader()).find({})).map(({ share }) => ({ drive: account.drive, share })),
    },
    counts: {
      of: async () => new Map(),
      add: async () => true,
      takeBack: async () => {},
      send: async () => 0,
      forget: async () => {},
    },
    endGeneration: async (_, { id }, generation) => void ended.push(`${id} ${generation}`),
  };
  const token = async (id: string) => (await showShare(deps, account, id)).address?.slice('/s/'.length) ?? '';
  return {
    drive,
    deps,
    ended,
    make: (request: ShareRequest) => makeShare(deps, account, opId(), request),
    edit: (request: ShareChangeRequest) => editShare(deps, account, opId(), request),
    stop: (id: string) => stopShare(deps, account, opId(), id),
    list: () => listShares(deps, account),
    open: async (id: string) => findShare(deps, hashOfToken(await token(id))),
    token,
    shared: async (...ids: string[]) =>
      (await presentElements(await catalog.store.reader(account.drive), ids, account.sub)).flatMap((each) =>
        each.shared ? each._id : [],
      ),
    problems: async () =>
      wrongShares(await (await reader()).find({}), await replayShares(catalog.store, account.drive)),
  };
}
type Shelf = Awaited<ReturnType<typeof shelf>>;
const trip = [aFolder('a'), aFile('x.png', 'a'), aFolder('b'), aLink('l')];

const remove = async ({ catalog, account, opId }: TestDrive, ...ids: string[]) => {
  const operation = opId();
  await deleteElements(catalog, account, operation, ids);
  return operation;
};
const refusal = (code: ErrorCode) => ({ code });

describe('a link', () => {
  it('opens by its address to what it shows, and says so at the elements and in the list', async () => {
    const { drive, make, open, list, shared, token } = await shelf(...trip);
    const id = await make({ ids: ['a', 'l', 'a'], note: 'hello' });
    expect(await open(id)).toMatchObject({ id, roots: ['a', 'l'], title: '', note: 'hello', password: null });
    const named = await make({ ids: ['a'], password: 'sesame' });
    expect(await open(named)).toMatchObject({ title: 'a', top: 'a', password: { salt: expect.any(String) } });
    for (const each of [id, await make({ ids: ['l'] })]) expect(await open(each)).not.toHaveProperty('top');
    expect(await token(id)).toMatch(/^[\w-]{22}$/);
    expect((await list()).map((each) => [each.state, each.password, each.roots.length])).toEqual(
      expect.arrayContaining([
        ['open', false, 2],
        ['open', true, 1],
        ['open', false, 1],
      ]),
    );
    expect(await shared('a', 'b', 'l', 'x.png')).toEqual(['a', 'l']);
    await inOrder(drive);
  });

  it('has no secret in the stream and in answers that are kept', async () => {
    const { drive, make, token } = await shelf(...trip);
    const secret = await token(await make({ ids: ['a'], password: 'sesame' }));
    const { catalog, account } = drive;
    const stream = JSON.stringify(await catalog.store.events(account.drive, 0, 100));
    expect(stream).toContain(hashOfToken(secret));
    expect([secret, 'sesame', 'salt'].filter((each) => stream.includes(each))).toEqual([]);
  });

  it('is repeated by its key: one link, one address', async () => {
    const { drive, deps, list } = await shelf(...trip);
    const opId = drive.opId();
    const twice = [1, 2].map(() => makeShare(deps, drive.account, opId, { ids: ['a'] }));
    const [first, second] = await Promise.all(twice);
    expect(first).toBe(second);
    expect(await list()).toHaveLength(1);
  });

  it.each<[string, Partial<ShareChangeRequest>, number]>([
    ['another title', { title: 'T', note: 'N', downloadLimit: 3 }, 0],
    ['more to see', { ids: ['a', 'b', 'l'], expires: null }, 0],
    ['no password', { password: null }, 0],
    ['less to see', { ids: ['a'] }, 1],
    ['a password', { password: 'sesame' }, 1],
    ['no downloads', { download: false }, 1],
    ['an earlier end', { expires: '2030-01-01T00:00:00.000Z' }, 1],
    ['a pause', { paused: true }, 1],
  ])('that changes to %s keeps its visitors where they see no less', async (_, change, raised) => {
    const { make, edit, deps, drive, ended } = await shelf(...trip);
    const id = await make({ ids: ['a', 'l'] });
    await edit({ id, ...change });
    const side = (await deps.catalog.store.reader(drive.account.drive)).side<StoredShare>('shares');
    expect((await side.get(id))?.share.generation).toBe(raised);
    expect(ended).toEqual(raised ? [`${id} 0`] : []);
  });

  const closings: [string, (subject: Shelf, id: string) => Promise<unknown>][] = [
    ['paused', ({ edit }, id) => edit({ id, paused: true })],
    ['over', ({ edit }, id) => edit({ id, expires: '2020-01-01T00:00:00.000Z' })],
    ['of deleted elements', ({ drive }) => remove(drive, 'a', 'l')],
    ['ended', ({ stop }, id) => stop(id)],
  ];
  it.each(closings)('that is %s opens to no one', async (_, close) => {
    const subject = await shelf(...trip);
    const id = await subject.make({ ids: ['a', 'l'] });
    const hash = hashOfToken(await subject.token(id));
    await close(subject, id);
    expect(await findShare(subject.deps, hash)).toBe(null);
    expect(await subject.problems()).toEqual([]);
    await inOrder(subject.drive);
  });

  it('opens again when it goes on, and when what it shows is restored', async () => {
    const { drive, make, edit, open, list } = await shelf(...trip);
    const id = await make({ ids: ['a'] });
    await edit({ id, paused: true });
    await edit({ id, paused: false });
    expect(await open(id)).not.toBe(null);
    const operation = await remove(drive, 'a');
    expect((await list()).map(({ state, roots }) => [state, roots[0]?.path])).toEqual([['closed', null]]);
    await undoOperations(drive.catalog, drive.account, drive.opId(), [operation]);
    expect(await open(id)).not.toBe(null);
  });

  it('leaves its elements when it ends or shows others, and copies are not shown', async () => {
    const { drive, make, edit, stop, shared } = await shelf(...trip);
    const one = await make({ ids: ['a', 'l'] });
    const two = await make({ ids: ['a'] });
    const copied = { address: { url: '/', folderId: 'b' }, ids: ['l'], action: 'copy' } as const;
    const { ops } = await pasteElements(drive.catalog, drive.account, drive.opId(), copied);
    expect(ops.map((each) => each.shared)).toEqual([undefined]);
    await stop(one);
    expect(await shared('a', 'b', 'l')).toEqual(['a']);
    await edit({ id: two, ids: ['b'] });
    expect(await shared('a', 'b', 'l')).toEqual(['b']);
    await inOrder(drive);
  });

  it('is refused for what is not there, what is built in, and of another account', async () => {
    const { drive, make, edit, stop } = await shelf(...trip);
    await remove(drive, 'b');
    for (const id of ['none', 'b'])
      await expect(make({ ids: [id] })).rejects.toMatchObject(refusal('element.not-found'));
    await expect(make({ ids: ['default:news'] })).rejects.toMatchObject(refusal('default.locked'));
    await expect(edit({ id: 'none' })).rejects.toMatchObject(refusal('share.not-found'));
    await expect(stop('none')).rejects.toMatchObject(refusal('share.not-found'));
  });

  it('is listed for an operator without its secrets, who ends it by its address', async () => {
    const { deps, make, token, list } = await shelf(...trip);
    const id = await make({ ids: ['a', 'l'], title: 'Private' });
    const hash = hashOfToken(await token(id));
    const listed = await listAllShares(deps, 10);
    expect(listed).toMatchObject([{ id, state: 'open', elements: 2, opened: 0 }]);
    expect(JSON.stringify(listed)).not.toMatch(/Private|hash/);
    expect([await closeShare(deps, hash), await closeShare(deps, hash)]).toEqual([true, false]);
    expect(await list()).toEqual([]);
  });

  it('is found out when it is not as the stream has it, and rebuilt', async () => {
    const { drive, make, edit, problems, deps } = await shelf(...trip);
    const kept = await make({ ids: ['a'] });
    const lost = await make({ ids: ['l'] });
    await edit({ id: kept, note: 'changed' });
    const { catalog, account, opId } = drive;
    await catalog.store.withDrive(
      account.drive,
      opId(),
      {
        name: 'harm',
        payload: {},
        read: async (reader) => reader.side<StoredShare>('shares').get(kept),
        decide: () => ({ event: null, answer: null }),
        alongside: async (side, { slice }) => {
          await side.remove('shares', lost);
          if (slice) await side.put('shares', { ...slice, share: { ...slice.share, paused: true } });
          if (slice) await side.put('shares', { ...slice, id: 'more' });
        },
      },
      { actor: null, trace: null },
    );
    expect((await problems()).map(({ rule }) => rule)).toEqual(['shares', 'shares', 'shares']);
    await rebuildShares(deps.catalog, account.drive);
    expect(await problems()).toEqual([]);
  });
});

it('a feed has what was added last below the roots', async () => {
  const { drive, deps } = await shelf(...trip, aLink('m', 'a'), aFile('y.png', 'b'));
  const newest = await newestWithin(deps.catalog, drive.account.drive, ['a'] as never);
  expect(newest.map(({ id }) => id).toSorted()).toEqual(['m', 'x-png']);
  expect(await newestWithin(deps.catalog, 'none' as DriveId, ['a'] as never)).toEqual([]);
});

describe('what a link shows can be saved', () => {
  const saving = async (rest: Partial<ShareRequest> = {}, ...facts: CatalogEvent[]) => {
    const shown = await shelf(aFolder('a'), aFolder('c', 'a'), aFile('x.png', 'c', 100), aLink('l', 'a'));
    const { catalog, clock, jobs } = shown.drive;
    const id = await shown.make({ ids: ['a'], title: 'Trip', ...rest });
    const bob = driveIn(catalog.store, { clock, ids: catalog.ids }, 'drive-of-bob' as DriveId, jobs);
    await bob.given(...facts);
    const given: string[] = [];
    const deps: SaveDeps = {
      catalog,
      enqueue: async () => {},
      importBlob: async (blobId, signed) => {
        given.push(blobId);
        const { uploadId, drive, folderId, name, size, contentType } = importGrant.parse(
          catalog.signer.open(signed),
        );
        const about = { uploadId, drive, folderId, name, size, contentType, source: 'device' };
        const blob = { blobId: `copy-${blobId}`, sha256: null, width: 1, height: 1 };
        const expires = Number.MAX_SAFE_INTEGER;
        return { receipt: catalog.signer.sign({ kind: 'upload-receipt', ...about, ...blob, expires }) };
      },
    };
    const from = { drive: shown.drive.account.drive, id, generation: 0 };
    const save = (opId: string) => saveShare(deps, from, { account: bob.account }, opId as OpId);
    const fill = (folderId: string, opId: string) => {
      const saved = { from, sub: bob.account.sub, folderId: folderId as ElementId, opId: opId as OpId };
      return saveElements(deps, bob.account, saved, new AbortController().signal);
    };
    const paths = async () => (await standing(bob)).map(({ path }) => path).toSorted();
    return { ...shown, id, given, save, fill, paths, bob };
  };

  it('into a folder of one’s own that is named like it, once whatever is repeated', async () => {
    const { save, fill, paths, given, bob } = await saving();
    const { docs, ...sums } = await save('one');
    expect([docs.linkname, sums.files]).toEqual(['Trip', 1]);
    expect((await save('one')).docs._id).toBe(docs._id);
    for (const _ of [1, 2]) await fill(docs._id, 'one');
    expect(await paths()).toEqual(['/trip/', '/trip/a/', '/trip/a/c/', '/trip/a/c/x.png', '/trip/a/l']);
    expect(new Set(given)).toEqual(new Set(['blob-x-png']));
    expect((await bob.catalog.store.state(bob.account.drive)).used).toBe(sums.bytes);
    expect((await save('two')).docs.linkname).toBe('Trip (2)');
  });

  it('neither without downloads, nor after its end, nor beyond the quota', async () => {
    const closed = await saving({ download: false });
    await expect(closed.save('one')).rejects.toMatchObject(refusal('access.denied'));
    const { save, fill, stop, id, paths } = await saving({}, aQuota(1_000));
    const { docs } = await save('one');
    await stop(id);
    await fill(docs._id, 'one');
    expect(await paths()).toEqual(['/trip/']);
    await expect(save('two')).rejects.toMatchObject(refusal('share.not-found'));
    const full = await saving({}, aQuota(50));
    await expect(full.save('one')).rejects.toMatchObject(refusal('space.exceeded'));
  });
});
