import { limits, uploadGrant } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { releaseExpired, releaseUpload } from './release-reservation.js';
import { renewUpload } from './renew-upload.js';
import { startUpload } from './start-upload.js';

const DAY = 24 * 3600_000;
const film = { name: 'film.mp4', size: 20 * 1024 * 1024, type: 'video/mp4', source: 'device', modified: 7 };
const begin = async ({ catalog, account, opId }: TestDrive, file = film) => {
  const { docs } = await startUpload(catalog, account, opId(), { address: { url: '/' }, files: [file] });
  return docs[0]?.grant ?? '';
};
const renew = ({ catalog, account }: TestDrive, grant: string) => renewUpload(catalog, account, grant);
const opened = ({ catalog }: TestDrive, grant: string) => uploadGrant.parse(catalog.signer.open(grant));
const reserved = async ({ catalog, account }: TestDrive) =>
  (await catalog.store.state(account.drive)).reserved;

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
