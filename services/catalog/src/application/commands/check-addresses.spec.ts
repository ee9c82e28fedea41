import type { OpId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { aDerivation, aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import { testDrive } from '../../../testing/catalog-subject.js';
import { addressExists, checkAddresses } from './check-addresses.js';
import { countOpening } from '../reads/opened-elements.js';
import { deleteElements } from './delete-elements.js';
import { describeElements } from './describe-elements.js';

const shelf = async () => {
  const drive = testDrive();
  await drive.given(aFile('a.png'), aFolder('big'), ...manyFiles('big', 250));
  await describeElements(drive.catalog, drive.account.drive, drive.opId(), [aDerivation('a.png')]);
  return drive;
};
const own = 'Cloud/blob-a-png/local|alice###a.png';
const renamed = 'Cloud/blob-a-png/local|alice###b.png';
const thumbnail = 'Cloud/small-a-png/local|alice###thumbnail.webp';
const strange = 'Cloud/other/local|alice###a.png';

describe('an address', () => {
  it('exists when it is that of an own file or thumbnail, whatever its name', async () => {
    const { catalog, account } = await shelf();
    const exists = (address: string) => addressExists(catalog, account, address);
    expect(await Promise.all([own, renamed, thumbnail].map(exists))).toEqual([true, true, true]);
    expect(await Promise.all([strange, 'https://example.com/', '', 'Cloud//x'].map(exists))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
  it('exists no more when its file is deleted, small or in a large folder', async () => {
    const { catalog, account, opId } = await shelf();
    const inside = 'Cloud/blob-big-7/local|alice###n7.png';
    expect(await addressExists(catalog, account, inside)).toBe(true);
    await deleteElements(catalog, account, opId(), ['a-png', 'big']);
    expect(await addressExists(catalog, account, own)).toBe(false);
    expect(await addressExists(catalog, account, inside)).toBe(false);
  });
  it('of changed names is only checked', async () => {
    const { catalog, account } = await shelf();
    const check = (arrOld: string[], arrNew: string[]) =>
      checkAddresses(catalog, account, { arrOld, arrNew });
    await check([own, thumbnail], [renamed, thumbnail]);
    await expect(check([own], [renamed, thumbnail])).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(check([own], [strange])).rejects.toMatchObject({
      code: 'file.not-found',
      details: { field: 'arrNew.0' },
    });
  });
});

describe('opening', () => {
  it('is counted outside the stream, of what is there', async () => {
    const drive = testDrive();
    await drive.given(aLink('l'));
    let openings = 0;
    const open = (id: string, opId = `opening-${(openings += 1)}`) =>
      countOpening(drive.catalog, drive.account, opId as OpId, id);
    expect([await open('l'), await open('l')]).toEqual([1, 2]);
    expect(await open('l', 'opening-2')).toBe(2);
    expect(await drive.events(1)).toEqual([]);
    for (const id of ['gone', 'root'])
      await expect(open(id)).rejects.toMatchObject({ code: 'element.not-found' });
    expect(await drive.catalog.opens.of(drive.account.drive, [idOf('l'), idOf('gone')])).toEqual(
      new Map([['l', 2]]),
    );
  });
});
