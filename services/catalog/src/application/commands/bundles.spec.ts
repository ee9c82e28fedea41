import type { OpId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aQuota, idOf } from '../../../testing/facts.js';
import { admitBundle, startBundle, type BundleGrant } from './bundles.js';

const key = 'key:bundle' as OpId;
const file = (name: string, size = 1000) => ({ name, size, type: 'image/png', source: 'device' });
const start = ({ catalog, account }: TestDrive, files: ReturnType<typeof file>[], url = '/', opId = key) =>
  startBundle(catalog, account.drive, opId, { address: { url }, files });
const admit = ({ catalog, account }: TestDrive, { folderId, files }: BundleGrant, opId = key) =>
  admitBundle(catalog, account, opId, {
    folderId,
    uploadIds: files.map(({ uploadId }) => uploadId),
    files: files.flatMap(({ granted, ...each }, index) =>
      granted
        ? [{ ...each, index, blobId: idOf(`blob-${each.name}`) as never, width: null, height: null }]
        : [],
    ),
  });

describe('a bundle of files', () => {
  it('comes into its folder by one event, in the order sent', async () => {
    const drive = testDrive();
    await drive.given(aFolder('Photos'));
    const grant = await start(drive, [file('b.png'), file('virus.js'), file('a.png', 5)], '/photos/');
    expect(grant.files.map(({ granted }) => granted)).toEqual([true, false, true]);
    expect(grant.warnings).toMatchObject([{ index: 1, code: 'type.not-allowed' }]);
    const { ops, insertedIds, warnings } = await admit(drive, grant);
    expect(ops).toMatchObject([
      { linkname: 'b.png', path: '/Photos/', size: 1000, source: 'device' },
      { linkname: 'a.png', path: '/Photos/', size: 5 },
    ]);
    expect(insertedIds).toEqual({ 0: ops[0]?._id, 2: ops[1]?._id });
    expect(warnings).toEqual([]);
    expect(await drive.events(1)).toMatchObject([{ type: 'catalog.files.uploaded', files: [{}, {}] }]);
    expect(await drive.catalog.store.state(drive.account.drive)).toMatchObject({ used: 1005, count: 3 });
  });

  it('is the same when asked again under its key, whatever has come of its names', async () => {
    const drive = testDrive();
    const grant = await start(drive, [file('a.png'), file('b.png')]);
    const first = await admit(drive, grant);
    const again = await start(drive, [file('a.png'), file('b.png')]);
    expect(again.files.map(({ uploadId }) => uploadId)).toEqual(grant.files.map(({ uploadId }) => uploadId));
    expect(again.files.map(({ granted }) => granted)).toEqual([false, false]);
    expect(await admit(drive, grant)).toEqual(first);
    expect(await drive.events()).toHaveLength(1);
    await expect(admit(drive, await start(drive, [file('c.png')]))).rejects.toMatchObject({
      code: 'operation.reused',
    });
  });

  it('is looked at again at its end: a name may be taken, the room used up, the folder gone', async () => {
    const drive = testDrive();
    const grant = await start(drive, [file('a.png', 400), file('b.png', 400), file('c.png', 400)]);
    await drive.given(aFile('a.png', 'root', 100), aQuota(1000));
    const { ops, warnings } = await admit(drive, grant);
    expect(ops.map(({ linkname }) => linkname)).toEqual(['b.png', 'c.png']);
    expect(warnings).toMatchObject([{ index: 0, code: 'name.exists', message: 'a.png already exist.' }]);
    const more = await start(drive, [file('d.png', 100)], '/', 'key:more' as OpId);
    await drive.given(aQuota(950));
    expect((await admit(drive, more, 'key:more' as OpId)).warnings).toMatchObject([
      { index: 0, code: 'space.exceeded' },
    ]);
    const elsewhere = { ...more, folderId: 'nowhere' as never };
    expect((await admit(drive, elsewhere, 'key:else' as OpId)).warnings).toMatchObject([
      { code: 'folder.not-found' },
    ]);
  });

  it('has each name once', async () => {
    const drive = testDrive();
    const grant = await start(drive, [file('a.png'), file('A.png')]);
    expect(grant.warnings).toMatchObject([{ index: 1, code: 'name.exists' }]);
    expect((await admit(drive, grant)).ops).toHaveLength(1);
  });

  it('needs a folder that is there', async () => {
    await expect(start(testDrive(), [file('a.png')], '/nowhere/')).rejects.toMatchObject({
      code: 'folder.not-found',
    });
  });
});
