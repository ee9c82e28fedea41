import { randomInt } from 'node:crypto';
import { ROOT_ID, type CatalogEvent } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aQuota, manyFiles } from '../../../testing/facts.js';
import { inOrder, stateOf } from '../../../testing/large-shelf.js';
import { remove as deleteNow, uploadTo } from '../../../testing/shelf-commands.js';
import { quotaOf } from '../../domain/drive-room.js';
import { setQuota } from '../commands/follow-billing.js';
import { fullChunks } from '../processes/chunk-pace.js';
import { listTrash } from '../reads/list-trash.js';
import { readChanges } from '../reads/read-changes.js';
import { tendTrash } from './tend-trash.js';

const shelf = async (...facts: CatalogEvent[]) => {
  const drive = testDrive({ trashDays: 30 });
  await drive.given(...facts);
  return drive;
};
const remove = async (drive: TestDrive, ...ids: string[]) => {
  drive.clock.advance(1);
  await deleteNow(drive, ids);
};
const tend = ({ catalog, account: { drive } }: TestDrive) =>
  tendTrash(catalog, drive, fullChunks, new AbortController().signal);
const names = async ({ catalog, account }: TestDrive, sort?: 'name') =>
  (await listTrash(catalog, account, { limit: 100, sort })).docs.map(({ linkname }) => linkname);

describe('room', () => {
  const full = async () => {
    const sizes = [4, 1, 6, 2];
    const drive = await shelf(...sizes.map((size, index) => aFile(`${index}.png`, 'root', size * 1_000_000)));
    await drive.given(aQuota(14_000_000));
    for (const index of [0, 1, 2, 3]) await remove(drive, `${index}-png`);
    return drive;
  };
  it('is taken from what was deleted first, and the page is told', async () => {
    const drive = await full();
    const version = await drive.catalog.store.version(drive.account.drive);
    expect(await uploadTo(drive, ROOT_ID, 'new.png', 5_500_000)).toBe('ok');
    expect(await names(drive, 'name')).toEqual(['2.png', '3.png']);
    expect(await readChanges(drive.catalog, drive.account, version)).toMatchObject({
      gaveWay: { count: 2, bytes: 5_000_000 },
    });
    await inOrder(drive);
  });
  it('is not taken when all of it would not be enough', async () => {
    const drive = await full();
    await uploadTo(drive, ROOT_ID, 'one.png', 900_000);
    expect(await uploadTo(drive, ROOT_ID, 'new.png', 13_500_000)).toBe('space.exceeded');
    expect(await names(drive)).toHaveLength(4);
    await inOrder(drive);
  });
  it('is found in a folder of thousands that is not counted, and no more of it goes', async () => {
    const drive = await shelf(aFolder('a'), ...manyFiles('a', 400));
    await drive.given(aQuota(400));
    await remove(drive, 'a');
    expect(await uploadTo(drive, ROOT_ID, 'new.png', 25)).toBe('ok');
    await tend(drive);
    expect(await stateOf(drive)).toMatchObject({ used: 25, kept: 375 });
    await inOrder(drive);
  });
  it('goes from the trash when the plan becomes smaller', async () => {
    const drive = await full();
    await setQuota(drive.catalog, drive.account.drive, drive.opId(), 8_500_000);
    expect(await names(drive)).toEqual(['3.png', '2.png']);
    await inOrder(drive);
  });
});

const FILLS = Number(process.env['TRASH_FILLS'] ?? 100);

it('in random fills no more goes than was missing and one file, and nothing is refused that would fit', async () => {
  for (let fill = 0; fill < FILLS; fill += 1) {
    const sizes = Array.from({ length: 2 + randomInt(6) }, () => 1 + randomInt(9_000_000));
    const facts = sizes.map((size, index) => aFile(`${index}.png`, index % 2 ? 'f' : 'root', size));
    const drive = await shelf(aFolder('f'), ...facts);
    const used = sizes.reduce((sum, size) => sum + size, 0);
    await drive.given(aQuota(used + randomInt(3_000_000)));
    for (const id of ['f', ...sizes.flatMap((_, index) => (index % 2 ? [] : [`${index}-png`]))])
      if (randomInt(4) > 0) await remove(drive, id);
    const before = await stateOf(drive);
    const size = 1 + randomInt(quotaOf(before));
    const missing = Math.max(0, before.used + before.kept + size - quotaOf(before));
    const outcome = await uploadTo(drive, ROOT_ID, 'new.png', size);
    const after = await stateOf(drive);
    const fits = before.used + size <= quotaOf(before);
    const about = JSON.stringify({ sizes, size, before, after });
    expect(outcome === 'ok', about).toBe(fits);
    const taken = before.kept - after.kept;
    expect(taken, about).toBeGreaterThanOrEqual(fits ? missing : 0);
    if (fits) expect(taken - missing, about).toBeLessThan(Math.max(...sizes));
    else expect(taken, about).toBe(0);
    await inOrder(drive);
  }
}, 120_000);
