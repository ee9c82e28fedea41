import fc from 'fast-check';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteElements } from './application/commands/delete-elements.js';
import { checkDrive } from './application/reads/check-drive.js';
import type { TestDrive } from '../testing/catalog-subject.js';
import { mongoDrives } from '../testing/mongo-drives.js';
import {
  addTo,
  describeFile,
  edit,
  outcomeOf,
  purgeOnce,
  remove,
  standing,
  uploadTo,
  type Standing,
} from '../testing/shelf-commands.js';

let database: TestDatabase;
let newDrive: () => TestDrive;
beforeAll(async () => {
  database = await testDatabase('catalog_rebuild');
  newDrive = await mongoDrives(database);
});
afterAll(() => database.drop());

/** `npm run campaign -- walk` asks for 160. */
const batches = Number(process.env['REBUILD_BATCHES'] ?? 50);
const perBatch = 14;
const step = fc.record({
  what: fc.constantFrom(
    'folder',
    'folder',
    'link',
    'link',
    'upload',
    'upload',
    'edit',
    'edit',
    'delete',
    'describe',
    'purge',
    'fill',
  ),
  at: fc.nat(1000),
  name: fc.stringMatching(/^[a-eA-E]{1,2}$/),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * Runs one step on what stood there at the batch's beginning, though others may have changed it since. Answers
 * the number of commands.
 */
async function run(drive: TestDrive, elements: Standing[], { what, at, name }: Step): Promise<number> {
  const folders = ['root', ...elements.filter(({ row }) => row.class === 'folder').map(({ row }) => row.id)];
  const folder = folders.at(at % folders.length) ?? 'root';
  const element = elements[at % Math.max(1, elements.length)];
  if (what === 'folder' || what === 'link') await outcomeOf(addTo(drive, folder, name, what, [name]));
  else if (what === 'upload') {
    drive.account.device = at % 2 ? 'Firefox on Linux' : undefined;
    await outcomeOf(uploadTo(drive, folder, `${name}.png`, (at % 3) * 4_200_000));
  } else if (what === 'purge') await purgeOnce(drive);
  else if (what === 'fill') {
    if (at % 12 !== 0) return 0;
    await Promise.all(
      Array.from({ length: 205 }, (_, index) => outcomeOf(addTo(drive, folder, `n${index}`, 'link', []))),
    );
    return 205;
  } else if (element && what === 'edit') await outcomeOf(edit(drive, element.row, name, [name, 'x']));
  else if (element && what === 'delete') await outcomeOf(remove(drive, [element.row.id, folder]));
  else if (element && what === 'describe') await describeFile(drive, element.row);
  return 1;
}

async function purgeFolder(drive: TestDrive, name: string): Promise<void> {
  await addTo(drive, 'root', name, 'folder', []);
  const { row } =
    (await standing(drive)).find((each) => each.path === `/${name}/`) ?? expect.fail('no folder');
  await addTo(drive, row.id, name, 'link', []);
  // Held, what is small is purged by a process too.
  await deleteElements(drive.catalog, drive.account, drive.opId(), [row.id], { holdSeconds: 60 });
  await purgeOnce(drive);
}

describe('after hundreds of random commands, many at the same time', () => {
  it('a rebuild makes the very same shelf, document by document, and every rule holds', async () => {
    const drive = newDrive();
    const { store } = drive.catalog;
    const steps = fc.sample(step, { numRuns: batches * perBatch, seed: 20_260_301 });
    let commands = 0;
    for (let batch = 0; batch < batches; batch += 1) {
      const elements = await standing(drive);
      const now = steps.slice(batch * perBatch, (batch + 1) * perBatch);
      const counts = await Promise.all(now.map((each) => run(drive, elements, each)));
      commands += counts.reduce((sum, count) => sum + count, 0);
      if (batch % 20 === 19) expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
    }
    expect(commands).toBeGreaterThanOrEqual(batches * 12);
    // By chance nothing may have been there to purge so far.
    await purgeFolder(drive, 'zz');

    const { drive: id } = drive.account;
    const live = await store.dump(id);
    const { rows, version } = await store.rebuild(id);
    expect(await store.dump(id)).toBe(live);
    expect(await store.replay(id)).toBe(live);
    expect(rows).toBe((await store.state(id)).count);
    expect(rows).toBeGreaterThan(20);
    expect(version).toBeGreaterThan(batches * 3);
    const kinds = new Set((await drive.events()).map(({ type }) => type));
    expect(kinds).toContain('catalog.elements.purged');
    while (await purgeOnce(drive));
    expect(await checkDrive(drive.catalog, id)).toEqual([]);
  }, 180_000);
});
