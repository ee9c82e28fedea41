import { limits, uploadGrant, type UploadGrant } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, idOf } from '../../../testing/facts.js';
import { releaseExpired, releaseUpload } from './release-reservation.js';
import { startUpload, renewUpload } from './start-upload.js';

const mebibyte = 1024 * 1024;
const file = (name: string, size = 1000, type = 'image/png') => ({ name, size, type, source: 'device' });
const start = (
  { catalog, account, opId }: TestDrive,
  files: ReturnType<typeof file>[],
  options: { url?: string; folderId?: string; key?: string } = {},
) =>
  startUpload(catalog, account, (options.key as never) ?? opId(), {
    address: { url: options.url ?? '/', folderId: options.folderId },
    files,
  });
const grantIn = ({ catalog }: TestDrive, signed: string | undefined): UploadGrant =>
  uploadGrant.parse(catalog.signer.open(signed ?? ''));
const reserved = async ({ catalog, account }: TestDrive) =>
  (await catalog.store.state(account.drive)).reserved;

describe('starting an upload', () => {
  it('gives signed leave for just this file, in this folder, by this user', async () => {
    const drive = testDrive();
    await drive.given(aFolder('Photos'));
    const { docs, warnings } = await start(drive, [file('a.JPG', 1000, '')], { url: '/photos/' });
    expect(warnings).toEqual([]);
    expect(docs).toMatchObject([{ index: 0, name: 'a.JPG', how: 'single' }]);
    expect(grantIn(drive, docs[0]?.grant)).toEqual({
      kind: 'upload-grant',
      quota: limits.freePlanBytes,
      uploadId: docs[0]?.uploadId,
      drive: drive.account.drive,
      user: 'local|alice',
      folderId: idOf('Photos'),
      name: 'a.JPG',
      size: 1000,
      contentType: 'image/jpeg',
      source: 'device',
      expires: drive.clock.now().getTime() + limits.grantMs,
    });
    expect(await drive.events(1)).toEqual([]);
  });

  it('sends up to 8 MiB in one request and keeps nothing for it, more in parts and keeps room and name', async () => {
    const drive = testDrive();
    const { docs } = await start(drive, [file('a.png', 8 * mebibyte), file('b.png', 8 * mebibyte + 1)]);
    expect(docs.map(({ how }) => how)).toEqual(['single', 'parts']);
    expect(await reserved(drive)).toBe(8 * mebibyte + 1);
  });

  it('needs a folder that is there', async () => {
    await expect(start(testDrive(), [file('a.png')], { url: '/nowhere/' })).rejects.toMatchObject({
      code: 'folder.not-found',
    });
    await expect(
      start(testDrive(), [file('a.png', 9 * mebibyte)], { folderId: 'nowhere' }),
    ).rejects.toMatchObject({ code: 'folder.not-found' });
  });

  it('goes on with the same upload when asked again with the same key', async () => {
    const drive = testDrive();
    const files = [file('film.mp4', 9 * mebibyte, 'video/mp4'), file('a.png')];
    const first = await start(drive, files, { key: 'key:1' });
    const again = await start(drive, files, { key: 'key:1' });
    expect(again.docs.map(({ uploadId }) => uploadId)).toEqual(first.docs.map(({ uploadId }) => uploadId));
    expect(again.warnings).toEqual([]);
    expect(await reserved(drive)).toBe(9 * mebibyte);
    const other = await start(drive, [file('other.mp4', 9 * mebibyte, 'video/mp4')], { key: 'key:1' });
    expect(other.docs[0]?.uploadId).not.toBe(first.docs[0]?.uploadId);
  });
});

describe('an upload is refused with the words', () => {
  const refusals = async (drive: TestDrive, ...files: ReturnType<typeof file>[]) =>
    (await start(drive, files)).warnings.map(({ index, message }) => [index, message]);

  it("'<name> already exist.' when an element has the name, in any case [F5.17]", async () => {
    const drive = testDrive();
    await drive.given(aFile('a.png'), aLink('Map'), aFolder('Photos'));
    expect(await refusals(drive, file('A.PNG'), file('map'), file('Photos'))).toEqual([
      [0, 'A.PNG already exist.'],
      [1, 'map already exist.'],
    ]);
  });
  it("'<name> already exist.' when another file of the batch has the name", async () => {
    expect(await refusals(testDrive(), file('a.png'), file('b.png'), file('A.png'))).toEqual([
      [2, 'A.png already exist.'],
    ]);
  });
  it("'<name> already exist.' while a large upload keeps the name, and no longer", async () => {
    const drive = testDrive();
    const { docs } = await start(drive, [file('film.mp4', 9 * mebibyte)]);
    expect(await refusals(drive, file('FILM.mp4'))).toEqual([[0, 'FILM.mp4 already exist.']]);
    expect(await refusals(drive, file('FILM.mp4', 9 * mebibyte))).toEqual([[0, 'FILM.mp4 already exist.']]);
    await releaseUpload(drive.catalog, drive.account.drive, drive.opId(), docs[0]?.uploadId ?? '');
    expect(await refusals(drive, file('FILM.mp4'))).toEqual([]);
    expect(await reserved(drive)).toBe(0);
  });
  it("'Not enough disk space for: <name>', counting the files of the batch and the uploads under way [F5.18]", async () => {
    const drive = testDrive();
    await drive.given(aQuota(30 * mebibyte), aFile('there.png', 'root', 5 * mebibyte));
    expect(
      await refusals(
        drive,
        file('a.mp4', 10 * mebibyte),
        file('b.mp4', 16 * mebibyte),
        file('c.png', 5 * mebibyte),
      ),
    ).toEqual([[1, 'Not enough disk space for: b.mp4']]);
    expect(await reserved(drive)).toBe(10 * mebibyte);
    expect(await refusals(drive, file('d.png', 16 * mebibyte))).toEqual([
      [0, 'Not enough disk space for: d.png'],
    ]);
  });
  it("'Not allowed file type.' for txt and js, however it is written [F5.19]", async () => {
    const names = [
      'a.txt',
      'A.JS',
      'a.t?xt',
      '.txt',
      'a.txt.',
      'b.txt ',
      'notes.md',
      'a.csv',
      'x.log',
      'txt',
    ];
    const answers = await refusals(testDrive(), ...names.map((name) => file(name)));
    expect(
      answers.filter(([, message]) => message === 'Not allowed file type.').map(([index]) => index),
    ).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('of the limits of size and name [F5.13]', async () => {
    expect(
      await refusals(testDrive(), file('a.iso', limits.maxUploadBytes + 1), file(`${'a'.repeat(252)}.png`)),
    ).toEqual([
      [0, 'A file can have at most 500 MB.'],
      [1, 'A name can have at most 255 characters.'],
    ]);
  });
});

it('a stripped name is told: was renamed to … because it containes one of the unsafe characters [F5.15]', async () => {
  const drive = testDrive();
  const { docs, warnings } = await start(drive, [file('a#b?.png'), file('***.png')]);
  expect(docs.map(({ name }) => name)).toEqual(['ab.png', expect.stringMatching(/^id-\d+\.png$/)]);
  expect(warnings[0]).toEqual({
    index: 0,
    name: 'ab.png',
    code: 'name.renamed',
    message: 'a#b?.png was renamed to ab.png because it containes one of the unsafe characters',
  });
  expect(warnings).toHaveLength(2);
});

it('what was kept for an upload that no one finishes is free again after its time', async () => {
  const drive = testDrive();
  await start(drive, [file('film.mp4', 9 * mebibyte)]);
  drive.clock.advance(limits.uploadMs + 2 * 3600_000);
  expect((await start(drive, [file('film.mp4')])).warnings).toEqual([]);
  expect(await Array.fromAsync(drive.catalog.store.drivesWith('reservations', drive.clock.now()))).toEqual([
    drive.account.drive,
  ]);
  expect(await releaseExpired(drive.catalog, drive.account.drive)).toEqual({ released: 1 });
  expect(await reserved(drive)).toBe(0);
});

const DAY = 24 * 3600_000;
const film = { name: 'film.mp4', size: 20 * 1024 * 1024, type: 'video/mp4', source: 'device', modified: 7 };
const begin = async ({ catalog, account, opId }: TestDrive, file = film) => {
  const { docs } = await startUpload(catalog, account, opId(), { address: { url: '/' }, files: [file] });
  return docs[0]?.grant ?? '';
};
const renew = ({ catalog, account }: TestDrive, grant: string) => renewUpload(catalog, account, grant);
const opened = ({ catalog }: TestDrive, grant: string) => uploadGrant.parse(catalog.signer.open(grant));

describe('the leave of an upload', () => {
  it('is renewed by the old grant, long after that has run out, and its room is kept', async () => {
    const drive = testDrive();
    const old = await begin(drive);
    drive.clock.advance(3 * DAY);
    await releaseExpired(drive.catalog, drive.account.drive);
    const now = drive.clock.now().getTime();
    const { grant, expires } = await renew(drive, old);
    expect(expires).toBe(now + limits.grantMs);
    const started = now - 3 * DAY;
    expect(opened(drive, grant)).toEqual({ ...opened(drive, old), started, expires });
    expect(await reserved(drive)).toBe(film.size);
  });

  it('is renewed again and again, and ends 7 days after the start', async () => {
    const drive = testDrive();
    let grant = await begin(drive);
    const ends = drive.clock.now().getTime() + limits.uploadMs;
    for (let day = 1; day <= 6; day += 1) {
      drive.clock.advance(DAY);
      ({ grant } = await renew(drive, grant));
    }
    drive.clock.advance(DAY - 1);
    expect((await renew(drive, grant)).expires).toBe(ends);
    drive.clock.advance(1);
    await expect(renew(drive, grant)).rejects.toMatchObject({ code: 'upload.bad-grant' });
    expect(await reserved(drive)).toBe(film.size);
    drive.clock.advance(DAY);
    await releaseExpired(drive.catalog, drive.account.drive);
    expect(await reserved(drive)).toBe(0);
  });

  it('is not renewed for what was given up, forged, or is another user’s', async () => {
    const drive = testDrive();
    const grant = await begin(drive);
    const bob = { ...drive.account, drive: 'drive-of-bob' as never };
    await expect(renewUpload(drive.catalog, bob, grant)).rejects.toMatchObject({ code: 'upload.bad-grant' });
    await expect(renew(drive, `${grant}x`)).rejects.toMatchObject({ code: 'upload.bad-grant' });
    const { uploadId } = opened(drive, grant);
    await releaseUpload(drive.catalog, drive.account.drive, drive.opId(), uploadId);
    await expect(renew(drive, grant)).rejects.toMatchObject({ code: 'upload.not-found' });
  });

  it('is renewed for a file of one request too', async () => {
    const drive = testDrive();
    const grant = await begin(drive, { ...film, size: 1000 });
    drive.clock.advance(2 * DAY);
    expect(opened(drive, (await renew(drive, grant)).grant)).toMatchObject({ size: 1000 });
  });
});
