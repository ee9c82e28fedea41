import { importGrant, limits, type ImportGrant } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aQuota } from '../../../testing/facts.js';
import { inOrder } from '../../../testing/large-shelf.js';
import { addTo, outcomeOf, paste, uploadTo } from '../../../testing/shelf-commands.js';
import { admitUpload } from './admit-upload.js';
import { startImport } from './start-import.js';

const mebibyte = 1024 * 1024;

async function leaveFor(drive: TestDrive, name: string, size: number | null = null): Promise<ImportGrant> {
  const file = { name, size, type: 'video/mp4', source: 'url' };
  const { catalog, account, opId } = drive;
  const { leave, warnings } = await startImport(catalog, account, opId(), {
    address: { url: '/', folderId: undefined },
    file,
  });
  expect(warnings).toEqual([]);
  return importGrant.parse(catalog.signer.open(leave?.grant ?? ''));
}

const reserved = async ({ catalog, account }: TestDrive) =>
  (await catalog.store.state(account.drive)).reserved;

const admitted = async ({ catalog, account }: TestDrive, grant: ImportGrant, size: number) => {
  const { uploadId, folderId, name, source, contentType } = grant;
  const bytes = { uploadId, folderId, name, source, contentType, size, width: null, height: null };
  const origin = { actor: account.sub, trace: null };
  const blobId = `blob-${uploadId}` as never;
  const { outcome } = await admitUpload(catalog, account.drive, { ...bytes, blobId }, origin);
  return outcome;
};

describe('imports whose size no one knows', () => {
  it('keep what is free, up to the largest file', async () => {
    const drive = testDrive();
    await drive.given(aQuota(100 * mebibyte));
    expect(await leaveFor(drive, 'a.mp4')).toMatchObject({ size: 100 * mebibyte, upTo: true });
    const large = testDrive();
    await large.given(aQuota(3000 * mebibyte));
    for (const name of ['a.mp4', 'b.mp4'])
      expect(await leaveFor(large, name)).toMatchObject({ size: limits.maxUploadBytes });
  });

  it('share it when there are several, and none keeps the others from beginning', async () => {
    const drive = testDrive();
    await drive.given(aQuota(120 * mebibyte));
    for (const name of ['a.mp4', 'b.mp4', 'c.mp4'])
      expect(await leaveFor(drive, name)).toMatchObject({ size: 120 * mebibyte });
    expect(await reserved(drive)).toBe(120 * mebibyte);
  });

  it('may each bring more than its share when the others bring less', async () => {
    const drive = testDrive();
    await drive.given(aQuota(120 * mebibyte));
    const first = await leaveFor(drive, 'a.mp4');
    const second = await leaveFor(drive, 'b.mp4');
    expect(await admitted(drive, first, 20 * mebibyte)).toBe('admitted');
    expect(await admitted(drive, second, 90 * mebibyte)).toBe('admitted');
    expect(await reserved(drive)).toBe(0);
  });

  it('never bring more than there is room for: who is complete first has it', async () => {
    const drive = testDrive();
    await drive.given(aQuota(120 * mebibyte));
    const first = await leaveFor(drive, 'a.mp4');
    const second = await leaveFor(drive, 'b.mp4');
    expect(await admitted(drive, first, 61 * mebibyte)).toBe('admitted');
    expect(await admitted(drive, second, 60 * mebibyte)).toBe('refused');
    await inOrder(drive);
  });

  it.each([
    ['a small upload', (drive: TestDrive) => uploadTo(drive, 'root', 'new.png', 5 * mebibyte)],
    ['one in parts', (drive: TestDrive) => uploadTo(drive, 'root', 'new.png', 70 * mebibyte)],
    ['a link', (drive: TestDrive) => outcomeOf(addTo(drive, 'root', 'n', 'link', []))],
    ['a copy', (drive: TestDrive) => outcomeOf(paste(drive, 'copy', 'root', 'x.png'))],
  ])('give way to %s and may bring what then fits', async (_, act) => {
    const drive = testDrive();
    await drive.given(aQuota(120 * mebibyte), aFolder('a'), aFile('x.png', 'a', 9 * mebibyte));
    const grant = await leaveFor(drive, 'film.mp4');
    expect(await reserved(drive)).toBe(111 * mebibyte);
    expect(await act(drive)).toBe('ok');
    expect(await uploadTo(drive, 'root', 'film.mp4', 1000)).toBe('name.exists');
    expect(await admitted(drive, grant, 40 * mebibyte)).toBe('admitted');
    expect(await reserved(drive)).toBe(0);
    await inOrder(drive);
  });

  it('leave the room alone that files of a known size have', async () => {
    const drive = testDrive();
    await drive.given(aQuota(120 * mebibyte));
    await leaveFor(drive, 'known.mp4', 100 * mebibyte);
    expect(await leaveFor(drive, 'a.mp4')).toMatchObject({ size: 20 * mebibyte });
    expect(await leaveFor(drive, 'b.mp4')).toMatchObject({ size: 20 * mebibyte });
    expect(await reserved(drive)).toBe(120 * mebibyte);
  });
});
