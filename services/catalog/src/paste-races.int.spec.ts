import { randomBytes } from 'node:crypto';
import type { DriveId } from '@skyshelf/contracts';
import { createIds, systemClock } from '@skyshelf/http';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkDrive } from './application/reads/check-drive.js';
import { createDriveStore } from './infrastructure/drive-store.js';
import { driveIn, type TestDrive } from './testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota } from './testing/facts.js';
import { edit, outcomeOf, paste, remove, uploadTo } from './testing/shelf-commands.js';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase('catalog_paste_races')));
afterAll(() => database.drop());

const rounds = 25;

/** The same drive by two processes that know nothing of each other. */
async function twoReplicas(): Promise<[TestDrive, TestDrive]> {
  const drive = randomBytes(15).toString('base64url') as DriveId;
  const clock = { ...systemClock, advance: () => undefined };
  const ids = createIds(clock);
  const replica = () =>
    driveIn(
      createDriveStore({ client: database.client, db: database.db, clock, ids }),
      { clock, ids },
      drive,
    );
  const pair: [TestDrive, TestDrive] = [replica(), replica()];
  await pair[0].catalog.store.prepare();
  return pair;
}

/** Both at once, the first by one replica and the second by the other, by turns; how each came out. */
async function race(
  replicas: readonly [TestDrive, TestDrive],
  round: number,
  first: (drive: TestDrive) => Promise<unknown>,
  second: (drive: TestDrive) => Promise<unknown>,
): Promise<[string, string]> {
  const [one, other] = round % 2 ? replicas : replicas.toReversed();
  if (!one || !other) throw new Error('two replicas are needed');
  if (round % 4 < 2) return Promise.all([outcomeOf(first(one)), outcomeOf(second(other))]);
  const [b, a] = await Promise.all([outcomeOf(second(other)), outcomeOf(first(one))]);
  return [a, b];
}

const inOrder = async ({ catalog, account }: TestDrive) =>
  expect(await checkDrive(catalog, account.drive)).toEqual([]);
const rowOf = async ({ catalog, account }: TestDrive, id: string) => {
  const row = await (await catalog.store.reader(account.drive)).get(id);
  if (!row) throw new Error(`${id} is gone`);
  return row;
};

it('paste into a folder that is being deleted: in time and gone with it, or not found', async () => {
  const replicas = await twoReplicas();
  for (let round = 0; round < rounds; round += 1) {
    const [to, link] = [`to-${round}`, `link-${round}`];
    await replicas[0].given(aFolder(to), aLink(link));
    const outcome = await race(
      replicas,
      round,
      (drive) => paste(drive, 'cut', to, link),
      (drive) => remove(drive, [to]),
    );
    const left = await (await replicas[0].catalog.store.reader(replicas[0].account.drive)).get(link);
    expect([outcome, left === null]).toEqual([[left ? 'folder.not-found' : 'ok', 'ok'], left === null]);
  }
  await inOrder(replicas[0]);
}, 60_000);

it('two folders into each other: one of them', async () => {
  const replicas = await twoReplicas();
  for (let round = 0; round < rounds; round += 1) {
    const [a, b] = [`a-${round}`, `b-${round}`];
    await replicas[0].given(aFolder(a), aFolder(b));
    const outcome = await race(
      replicas,
      round,
      (drive) => paste(drive, 'cut', a, b),
      (drive) => paste(drive, 'cut', b, a),
    );
    expect(outcome.toSorted()).toEqual(['ok', 'paste.into-itself']);
  }
  await inOrder(replicas[0]);
}, 60_000);

it('two copies for the last room: one of them', async () => {
  const replicas = await twoReplicas();
  for (let round = 0; round < rounds; round += 1) {
    const [file, one, other] = [`file-${round}`, `one-${round}`, `other-${round}`];
    const room = aQuota((round + 1) * 2000);
    await replicas[0].given(room, aFolder(one), aFolder(other), aFile(file, 'root', 1000));
    const outcome = await race(
      replicas,
      round,
      (drive) => paste(drive, 'copy', one, file),
      (drive) => paste(drive, 'copy', other, file),
    );
    expect(outcome.toSorted()).toEqual(['ok', 'space.exceeded']);
  }
  await inOrder(replicas[0]);
}, 60_000);

it('a copy of what is being moved, a rename of what is uploaded into, an edit below what is deleted: each as if alone', async () => {
  const replicas = await twoReplicas();
  await replicas[0].given(aFolder('copies'), aFolder('moved'));
  for (let round = 0; round < rounds; round += 1) {
    const [folder, inside] = [`folder-${round}`, `inside-${round}`];
    await replicas[0].given(aFolder(folder), aLink(inside, folder));
    expect(
      await race(
        replicas,
        round,
        (drive) => paste(drive, 'copy', 'copies', folder),
        (drive) => paste(drive, 'cut', 'moved', folder),
      ),
    ).toEqual(['ok', 'ok']);
    const [row, below] = [await rowOf(replicas[0], folder), await rowOf(replicas[0], inside)];
    const uploaded = { code: '' };
    const upload = async (drive: TestDrive) =>
      void (uploaded.code = await uploadTo(drive, folder, 'file.png', 10));
    expect(await race(replicas, round, (drive) => edit(drive, row, `new ${round}`, []), upload)).toEqual([
      'ok',
      'ok',
    ]);
    expect(uploaded.code).toBe('ok');
    const [edited, deleted] = await race(
      replicas,
      round,
      (drive) => edit(drive, below, `edited ${round}`, []),
      (drive) => remove(drive, [folder]),
    );
    expect(deleted).toBe('ok');
    expect(['ok', 'element.not-found']).toContain(edited);
  }
  await inOrder(replicas[0]);
}, 120_000);
