import type { BlobId, CatalogEvent, DriveReference } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import type { Derivation } from '../../domain/describe-elements.js';
import { catalogSubject, testDrive, type Ask, type TestDrive } from '../../../testing/catalog-subject.js';
import { aDerivation, aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import { elementView } from '../element-view.js';
import { paste, remove, standing } from '../../../testing/shelf-commands.js';
import { goneReferences, unusedBlobs } from '../reads/blobs-in-use.js';
import { describeElements } from './describe-elements.js';

const shelf = scenario(catalogSubject);
const made = aDerivation;
const failed = (name: string, reason = 'damaged') =>
  made(name, { result: { failed: reason }, sourceDimensions: null });
const ofLink = (name: string, fields: Partial<Derivation> = {}) =>
  made(name, { source: { url: 'https://example.com/' }, sourceDimensions: null, ...fields });
const tell =
  (...derivations: Derivation[]): Ask =>
  ({ catalog, account, opId }) =>
    describeElements(catalog, account.drive, opId(), derivations);
const rowsOf = async (drive: TestDrive) =>
  Object.fromEntries((await standing(drive)).map(({ row }) => [row.name, row]));

describe('what media makes', () => {
  it('enters the stream, several files at once', () =>
    shelf
      .given(aFile('a.png'), aFile('b.png'))
      .when(tell(made('a.png'), failed('b.png')))
      .then({
        type: 'catalog.elements.described',
        items: [
          {
            id: idOf('a.png'),
            derived: { thumbnail: made('a.png').result },
            width: 640,
            height: 480,
            confirm: true,
          },
          {
            id: idOf('b.png'),
            derived: { thumbnail: { failed: 'damaged' } },
            width: null,
            height: null,
            confirm: false,
          },
        ],
        kept: [],
        released: [],
      }));
  it('of a file that is gone, or has other bytes, changes nothing', () =>
    shelf
      .given(aLink('link'), aFile('a.png'))
      .when(tell(made('gone'), made('link'), made('a.png', { source: { blobId: 'other' as never } })))
      .thenNothing());
  it('is also for the copies that were made since, and later ones have it', async () => {
    const drive = testDrive();
    await drive.given(aFile('a.png'), aFolder('f'), aFolder('g'));
    await paste(drive, 'copy', 'f', 'a.png');
    await tell(made('a.png'))(drive);
    await paste(drive, 'copy', 'g', 'a.png');
    const derived = (await standing(drive)).filter(({ row }) => row.blobId).map(({ row }) => row.derived);
    expect(derived).toEqual(Array.from({ length: 3 }, () => ({ thumbnail: made('a.png').result })));
  });
  it('twice changes nothing', () =>
    shelf
      .given(aFile('a.png'))
      .when(async (drive) => {
        await tell(made('a.png'))(drive);
        await tell(made('a.png'))(drive);
      })
      .then({ type: 'catalog.elements.described' }));
  it('is never hidden by a failure', () =>
    shelf
      .given(aFile('a.png'))
      .when(async (drive) => {
        await tell(made('a.png'))(drive);
        await tell(failed('a.png'))(drive);
      })
      .then({ type: 'catalog.elements.described' }));
  it('is shown, and held on to: its address, the dimensions of the file, confirm', async () => {
    const drive = testDrive();
    await drive.given(aFile('a.png'), aFolder('f'));
    const result = { blobId: 'made' as BlobId, bytes: 10 };
    await tell(made('a.png'), made('a.png', { kind: 'pdf', result, sourceDimensions: null }))(drive);
    await paste(drive, 'copy', 'f', 'a.png');
    const files = (await standing(drive)).filter(({ row }) => row.class === 'item');
    const shown = {
      thumbnailImage: 'Cloud/small-a-png/local|alice###thumbnail.webp',
      openElement: 'Cloud/made/local|alice###pdf.pdf',
      thumbnailVideo: null,
      width: 640,
      height: 480,
      confirm: true,
    };
    expect(files.map(({ row }) => elementView(row, '/', drive.account.sub))).toMatchObject([shown, shown]);
    const asked = ['made', 'other'] as BlobId[];
    expect(await unusedBlobs(drive.catalog, drive.account.drive, asked)).toEqual(['other']);
  });
  it('of more than 100 copies enters in several events', async () => {
    const drive = testDrive();
    const [many] = manyFiles('root', 150);
    if (many?.type !== 'catalog.files.uploaded') throw new Error('no files');
    const blobId = 'shared' as BlobId;
    await drive.given({ ...many, files: many.files.map((file) => ({ ...file, blobId })) });
    expect(await tell(made('any', { source: { blobId } }))(drive)).toEqual({ described: 150 });
  });
});

describe('what media makes from an address', () => {
  const linked = (name: string) => {
    const { result } = ofLink(name);
    return { elementId: idOf(name), blobId: 'blobId' in result ? result.blobId : null };
  };
  it('is kept by its element, which has no bytes of its own', () =>
    shelf
      .given(aLink('link'))
      .when(tell(ofLink('link')))
      .then({ type: 'catalog.elements.described', kept: [linked('link') as never], released: [] }));
  it('is also for others with this address that have none', async () => {
    const drive = testDrive();
    await drive.given(aLink('one'), aLink('two'), aLink('three'));
    await tell(ofLink('two'), ofLink('one'))(drive);
    await tell(ofLink('three', { result: { failed: 'away' } }))(drive);
    const rows = await rowsOf(drive);
    expect(rows.one?.derivedBlobIds).toEqual(['small-one']);
    expect(rows.two?.derivedBlobIds).toEqual(['small-two']);
    expect(rows.three?.derivedBlobIds).toEqual(['small-two']);
  });
  const afterwards = (): Partial<CatalogEvent>[] => [
    { type: 'catalog.elements.described' },
    {
      type: 'catalog.elements.described',
      kept: [{ elementId: idOf('link'), blobId: 'next' as BlobId }],
      released: [linked('link') as never],
    },
    { type: 'catalog.elements.deleted', blobIds: [{ elementId: idOf('link'), blobId: 'next' as BlobId }] },
  ];
  it('is released when another takes its place, and when the element is deleted', () =>
    shelf
      .given(aLink('link'))
      .when(async (drive) => {
        await tell(ofLink('link'))(drive);
        await tell(ofLink('link', { result: { blobId: 'next' as BlobId, bytes: 1 } }))(drive);
        await remove(drive, [idOf('link')]);
      })
      .then(...afterwards()));
  it('counts as named by its element when references are checked', async () => {
    const drive = testDrive();
    await drive.given(aLink('link'));
    await tell(ofLink('link'))(drive);
    const named = { drive: drive.account.drive, ...linked('link') } as DriveReference;
    const never = { ...named, blobId: 'never' as BlobId };
    expect(await goneReferences(drive.catalog, [named, never])).toEqual([never]);
  });
  it('leaves files alone, and what stands elsewhere', () =>
    shelf
      .given(aFile('a.png'), aLink('link'), aFolder('f'))
      .when(
        tell(
          ofLink('a.png', { source: { url: 'https://other.example/' } }),
          ofLink('f', { source: { url: 'https://other.example/' } }),
        ),
      )
      .thenNothing());
});
