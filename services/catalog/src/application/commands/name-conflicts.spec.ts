import { uploadGrant, type CatalogEvent, type OpId, type UploadReceipt } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import { inOrder, large, run } from '../../../testing/large-shelf.js';
import { standing } from '../../../testing/shelf-commands.js';
import type { PasteAction } from '../../domain/paste-elements.js';
import { admitBundle, startBundle } from './bundles.js';
import { admitReceipts } from './admit-upload.js';
import { pasteElements } from './paste-elements.js';
import { startUpload } from './start-upload.js';

const called = (event: CatalogEvent, id: string) => ({ ...event, id }) as CatalogEvent;
const numbered = ({ catalog, account, opId }: TestDrive, action: PasteAction, to: string, ...ids: string[]) =>
  pasteElements(catalog, account, opId(), {
    address: { url: '/', folderId: idOf(to) },
    ids: ids.map(idOf),
    action,
    conflict: 'number',
  });
const namesIn = async (drive: TestDrive, folder: string) =>
  (await standing(drive))
    .filter(({ row }) => row.parentId === idOf(folder))
    .map(({ row }) => row.name)
    .toSorted();

describe('pasting with numbers', () => {
  it.each(['cut', 'copy'] as const)(
    'gives what is %s the first free number, before its extension',
    async (action) => {
      const drive = testDrive();
      await drive.given(
        aFolder('to'),
        called(aLink('Map', 'to'), 'm1'),
        called(aLink('map (2)', 'to'), 'm2'),
        called(aLink('Map (4)', 'to'), 'm4'),
        called(aFolder('trip', 'to'), 'f1'),
        aLink('Map'),
        aFolder('Trip'),
        aLink('inside', 'Trip'),
      );
      const { ops, warnings } = await numbered(drive, action, 'to', 'Map', 'Trip');
      expect(ops.map(({ linkname }) => linkname)).toEqual(['Map (3)', 'Trip (2)']);
      expect(warnings).toEqual([]);
      expect(await namesIn(drive, 'to')).toEqual([
        'Map',
        'Map (3)',
        'Map (4)',
        'Trip (2)',
        'map (2)',
        'trip',
      ]);
      await inOrder(drive);
    },
  );
  it('puts the number before the extension of a file', async () => {
    const drive = testDrive();
    await drive.given(aFolder('to'), aFile('a.tar.gz', 'to'), called({ ...aFile('A.tar.gz') }, 'x'));
    const file = (await standing(drive)).find(({ row }) => row.name === 'A.tar.gz');
    const { ops } = await numbered(drive, 'copy', 'to', file?.row.id ?? '');
    expect(ops).toMatchObject([{ linkname: 'A.tar (2).gz', extension: 'gz' }]);
    await inOrder(drive);
  });
  it('counts a link right whose name became longer, and keeps its tags findable', async () => {
    const drive = testDrive();
    await drive.given(aFolder('to'), called(aLink('l', 'to'), 'other'), aLink('l'));
    const before = (await drive.catalog.store.state(drive.account.drive)).used;
    await numbered(drive, 'cut', 'to', 'l');
    expect((await drive.catalog.store.state(drive.account.drive)).used).toBe(before + ' (2)'.length);
    await inOrder(drive);
  });
  it('gives each of many with one name its own number, however many are there', async () => {
    const drive = testDrive();
    const there = Array.from({ length: 120 }, (_, index) =>
      called(aLink(index ? `n (${index + 1})` : 'n', 'to'), `there-${index}`),
    );
    const coming = Array.from({ length: 12 }, (_, index) => [
      aFolder(`from${index}`),
      called(aLink('N', `from${index}`), `coming-${index}`),
    ]).flat();
    await drive.given(aFolder('to'), ...there, ...coming);
    const ids = Array.from({ length: 12 }, (_, index) => `coming-${index}`);
    const { ops } = await numbered(drive, 'cut', 'to', ...ids);
    expect(ops.map(({ linkname }) => linkname)).toEqual(ids.map((_, index) => `N (${121 + index})`));
    await inOrder(drive);
  });
  it('of a large folder begins a copy under the number', async () => {
    const drive = await large(called(aFolder('a', 'to'), 'there'));
    const { ops, process } = await numbered(drive, 'copy', 'to', 'a');
    expect(ops).toMatchObject([{ linkname: 'a (2)' }]);
    expect(process).not.toBeNull();
    await run(drive);
    expect(await namesIn(drive, 'to')).toEqual(['a', 'a (2)']);
    await inOrder(drive);
  });
  it('shortens a long name so that the number has room', async () => {
    const drive = testDrive();
    const long = 'n'.repeat(255);
    await drive.given(aFolder('to'), called(aLink(long, 'to'), 'there'), called(aLink(long), 'coming'));
    const { ops } = await numbered(drive, 'cut', 'to', 'coming');
    expect(ops[0]?.linkname).toBe(`${'n'.repeat(251)} (2)`);
  });
  it('into the folder where they are is refused as ever', async () => {
    const drive = testDrive();
    await drive.given(aLink('l'));
    await expect(numbered(drive, 'copy', 'root', 'l')).rejects.toMatchObject({ code: 'paste.same-folder' });
  });
});

const file = (name: string, size = 1000) => ({ name, size, type: 'image/png', source: 'device' });

describe('uploading with numbers', () => {
  const start = ({ catalog, account }: TestDrive, opId: OpId, ...files: ReturnType<typeof file>[]) =>
    startUpload(catalog, account, opId, { address: { url: '/' }, files, conflict: 'number' });
  const receiptOf = ({ catalog, account, clock }: TestDrive, grant: string): string => {
    const { uploadId, folderId, name, size, conflict } = uploadGrant.parse(catalog.signer.open(grant));
    const receipt: UploadReceipt = {
      ...{ kind: 'upload-receipt', uploadId, folderId, name, size, conflict },
      ...{ drive: account.drive, source: 'device', sha256: null, contentType: 'image/png' },
      ...{ blobId: idOf(`blob-${uploadId}`) as never, width: null, height: null },
      expires: clock.now().getTime() + 1000,
    };
    return catalog.signer.sign(receipt);
  };

  it('gives leave under the first free number, also within a batch', async () => {
    const drive = testDrive();
    await drive.given(aFile('a.png'), called(aLink('A (2).png'), 'two'));
    const { docs, warnings } = await start(drive, drive.opId(), file('a.png'), file('A.png'), file('b.png'));
    expect(docs.map(({ name }) => name)).toEqual(['a (3).png', 'A (4).png', 'b.png']);
    expect(warnings).toEqual([]);
  });
  it('keeps the number of an upload in parts, asked again with the same key', async () => {
    const drive = testDrive();
    await drive.given(aFile('film.png'));
    const opId = drive.opId();
    const ask = async () => (await start(drive, opId, file('film.png', 9_000_000))).docs[0]?.name;
    expect([await ask(), await ask()]).toEqual(['film (2).png', 'film (2).png']);
    const { docs } = await start(drive, drive.opId(), file('film.png', 9_000_000));
    expect(docs[0]?.name).toBe('film (3).png');
  });
  it('counts on when the name was taken while the bytes came', async () => {
    const drive = testDrive();
    await drive.given(aFile('a.png'));
    const grants = [];
    for (let tab = 0; tab < 3; tab += 1)
      grants.push((await start(drive, drive.opId(), file('a.png'))).docs[0]?.grant ?? '');
    const { ops, warnings } = await admitReceipts(
      drive.catalog,
      drive.account,
      grants.map((grant) => receiptOf(drive, grant)),
    );
    expect(warnings).toEqual([]);
    expect(ops.map(({ linkname }) => linkname).toSorted()).toEqual(['a (2).png', 'a (3).png', 'a (4).png']);
    await inOrder(drive);
  });
  it('goes for bundles too', async () => {
    const drive = testDrive();
    await drive.given(...manyFiles('root', 1));
    const { catalog, account } = drive;
    const input = { address: { url: '/' }, files: [file('n0.png'), file('n0.png')] };
    const leave = await startBundle(catalog, account.drive, 'key:b' as OpId, {
      ...input,
      conflict: 'number',
    });
    expect(leave.files.map(({ granted }) => granted)).toEqual([true, true]);
    const { ops } = await admitBundle(catalog, account, 'key:b' as OpId, {
      ...{ folderId: leave.folderId, conflict: 'number' },
      uploadIds: leave.files.map(({ uploadId }) => uploadId),
      files: leave.files.map(({ granted: _, ...each }, index) => ({
        ...each,
        ...{ index, blobId: idOf(`blob-${index}`) as never, width: null, height: null },
      })),
    });
    expect(ops.map(({ linkname }) => linkname)).toEqual(['n0 (2).png', 'n0 (3).png']);
    await inOrder(drive);
  });
});
