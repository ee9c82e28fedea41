import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import type { FileDescription } from '../../domain/describe-files.js';
import { catalogSubject, testDrive, type Ask } from '../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, idOf } from '../../testing/facts.js';
import { elementView } from '../element-view.js';
import { paste, standing } from '../../testing/shelf-commands.js';
import { describeFiles } from './describe-files.js';
import { setQuota } from './set-quota.js';

const shelf = scenario(catalogSubject);
const made = (name: string, fields: Partial<FileDescription> = {}): FileDescription => ({
  blobId: idOf(`blob-${name}`) as never,
  thumbnailBlobId: idOf(`thumb-${name}`) as never,
  width: 640,
  height: 480,
  ...fields,
});
const failed = (name: string) => made(name, { thumbnailBlobId: null, width: null, height: null });
const tell =
  (...descriptions: FileDescription[]): Ask =>
  ({ catalog, account, opId }) =>
    describeFiles(catalog, account.drive, opId(), descriptions);

describe('what media finds out', () => {
  it('enters the stream, several files at once', () =>
    shelf
      .given(aFile('a.png'), aFile('b.png'))
      .when(tell(made('a.png'), failed('b.png')))
      .then({
        type: 'catalog.files.described',
        items: [
          { id: idOf('a.png'), ...made('a.png'), confirm: true },
          { id: idOf('b.png'), ...failed('b.png'), confirm: false },
        ],
      }));
  it('about a file that is gone, or has other bytes, changes nothing', () =>
    shelf
      .given(aLink('link'), aFile('a.png'))
      .when(tell(made('gone'), made('link'), made('a.png', { blobId: 'other' as never })))
      .thenNothing());
  it('also concerns the copies that were made meanwhile', () =>
    shelf
      .given(aFile('a.png'), aFolder('f'))
      .when(async (drive) => {
        await paste(drive, 'copy', 'f', 'a.png');
        await tell(made('a.png'))(drive);
      })
      .then(
        { type: 'catalog.elements.copied' },
        {
          type: 'catalog.files.described',
          items: [{ id: idOf('a.png'), confirm: true }, { confirm: true }] as never,
        },
      ));
  it('twice changes nothing', () =>
    shelf
      .given(aFile('a.png'))
      .when(async (drive) => {
        await tell(made('a.png'))(drive);
        await tell(made('a.png'))(drive);
      })
      .then({ type: 'catalog.files.described' }));
  it('as a failure never hides a thumbnail', () =>
    shelf
      .given(aFile('a.png'))
      .when(async (drive) => {
        await tell(made('a.png'))(drive);
        await tell(failed('a.png'))(drive);
      })
      .then({ type: 'catalog.files.described' }));
  it('is shown: address of the thumbnail, dimensions, confirm', async () => {
    const drive = testDrive();
    await drive.given(aFile('a.png'));
    await tell(made('a.png'))(drive);
    const shown = (await standing(drive)).map(({ row }) => elementView(row, '/', drive.account.sub));
    expect(shown).toMatchObject([
      {
        thumbnailImage: 'Cloud/thumb-a-png/local|alice###thumbnail.webp',
        width: 640,
        height: 480,
        confirm: true,
      },
    ]);
  });
});

describe('a new plan', () => {
  const plan =
    (quota: number): Ask =>
    ({ catalog, account, opId }) =>
      setQuota(catalog, account.drive, opId(), quota);
  it('changes what the drive may hold', () =>
    shelf.given().when(plan(5)).then({ type: 'catalog.quota.changed', quota: 5 }));
  it('with the same room changes nothing', () => shelf.given(aQuota(5)).when(plan(5)).thenNothing());
});
