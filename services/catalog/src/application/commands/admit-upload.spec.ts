import { type ElementId, type UploadReceipt } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aQuota, idOf } from '../../../testing/facts.js';
import { admitReceipts, admitUpload } from './admit-upload.js';
import { deleteElements } from './delete-elements.js';
import { editElement } from './edit-element.js';
import { pasteElements } from './paste-elements.js';
import { startUpload } from './start-upload.js';
import { checkDrive } from '../reads/check-drive.js';

const mebibyte = 1024 * 1024;
const receiptFor = (drive: TestDrive, name: string, fields: Partial<UploadReceipt> = {}): UploadReceipt => ({
  kind: 'upload-receipt',
  uploadId: idOf(`upload-${name}`) as never,
  drive: drive.account.drive,
  folderId: 'root' as ElementId,
  name,
  source: 'device',
  blobId: idOf(`blob-${name}`) as never,
  size: 1000,
  sha256: null,
  contentType: 'image/png',
  width: 640,
  height: 480,
  expires: drive.clock.now().getTime() + 1000,
  ...fields,
});
const admit = (drive: TestDrive, ...receipts: UploadReceipt[]) =>
  admitReceipts(
    drive.catalog,
    drive.account,
    receipts.map((receipt) => drive.catalog.signer.sign(receipt)),
  );
const byEvent = (drive: TestDrive, receipt: UploadReceipt) =>
  admitUpload(drive.catalog, drive.account.drive, receipt, { actor: 'local|alice', trace: null });

it('files keep their own date, also renamed, cut and copied', async () => {
  const drive = testDrive();
  await drive.given(aFolder('Photos'));
  const { catalog, account } = drive;
  const modified = Date.parse('2019-05-04T03:02:01Z');
  const of = { size: 1000, type: 'image/png', source: 'device' };
  const files = ['a.png', 'b.png'].map((name, at) => ({ ...of, name, modified: at === 0 ? modified : 0 }));
  const { docs } = await startUpload(catalog, account, drive.opId(), { address: { url: '/' }, files });
  const receipts = docs.map(({ name, uploadId }) => receiptFor(drive, name, { uploadId: uploadId as never }));
  const { ops } = await admit(drive, ...receipts);
  const date = { modified: '2019-05-04T03:02:01.000Z' };
  expect(ops[0]).toMatchObject(date);
  expect(ops[1]).not.toHaveProperty('modified');
  const id = ops[0]?._id as ElementId;
  const paste = (action: 'copy' | 'cut') =>
    pasteElements(catalog, account, drive.opId(), { address: { url: '/Photos/' }, ids: [id], action });
  const copied = await paste('copy');
  expect(copied.ops).toMatchObject([date]);
  await editElement(catalog, account, drive.opId(), { id, linkname: 'c.png' });
  expect((await paste('cut')).ops).toMatchObject([{ linkname: 'c.png', ...date }]);
  expect(await checkDrive(catalog, account.drive)).toEqual([]);
});

describe('finished uploads', () => {
  it('become elements, answered in the order sent, their names without the prefix of their addresses [F3.1]', async () => {
    const drive = testDrive();
    await drive.given(aFolder('Photos'));
    const { ops, insertedIds, warnings } = await admit(
      drive,
      receiptFor(drive, 'b.png', { folderId: idOf('Photos') }),
      receiptFor(drive, 'a.JPG'),
    );
    expect(warnings).toEqual([]);
    expect(ops).toMatchObject([
      {
        linkname: 'b.png',
        path: '/Photos/',
        linkurl: 'Cloud/blob-b-png/local|alice###b.png',
        size: 1000,
        width: 640,
        source: 'device',
        extension: 'png',
        linktype: 'image/png',
      },
      { linkname: 'a.JPG', path: '/', extension: 'jpg', thumbnailImage: null },
    ]);
    expect(ops[0]).not.toHaveProperty('confirm');
    expect(insertedIds).toEqual({ 0: ops[0]?._id, 1: ops[1]?._id });
    expect(await drive.catalog.store.state(drive.account.drive)).toMatchObject({
      used: 2000,
      count: 3,
      byKind: { Images: 2000 },
    });
  });

  it('become elements once, whether the browser or the event comes first', async () => {
    const drive = testDrive();
    const receipt = receiptFor(drive, 'a.png');
    const [admission, answer] = await Promise.all([byEvent(drive, receipt), admit(drive, receipt, receipt)]);
    expect(answer.ops.map(({ _id }) => _id)).toEqual(
      Array(2).fill((admission as { row: { id: string } }).row.id),
    );
    expect(await admit(drive, receipt)).toEqual({
      ...answer,
      ops: [answer.ops[0]],
      insertedIds: { 0: answer.insertedIds[0] },
      operations: [answer.operations[0]],
    });
    expect(await drive.events()).toHaveLength(1);
  });

  it('turn what was kept for them into what they use, also on a drive that is full to the last byte', async () => {
    const drive = testDrive();
    await drive.given(aQuota(10 * mebibyte));
    const { docs } = await startUpload(drive.catalog, drive.account, drive.opId(), {
      address: { url: '/' },
      files: [{ name: 'film.mp4', size: 10 * mebibyte, type: 'video/mp4', source: 'device' }],
    });
    expect(
      (
        await admit(
          drive,
          receiptFor(drive, 'film.mp4', { uploadId: docs[0]?.uploadId as never, size: 10 * mebibyte }),
        )
      ).warnings,
    ).toEqual([]);
    expect(await drive.catalog.store.state(drive.account.drive)).toMatchObject({
      used: 10 * mebibyte,
      reserved: 0,
    });
  });
});

describe('a finished upload is refused, and storage lets its bytes go, when', () => {
  const refusal = async (drive: TestDrive, receipt: UploadReceipt) => {
    const { ops, insertedIds, warnings } = await admit(drive, receipt);
    expect([ops, insertedIds]).toEqual([[], {}]);
    expect((await byEvent(drive, receipt)).outcome).toBe('refused');
    expect((await drive.events()).at(-1)).toMatchObject({
      type: 'catalog.upload.refused',
      uploadId: receipt.uploadId,
      blobId: receipt.blobId,
      code: warnings[0]?.code,
    });
    return warnings[0];
  };

  it('its name was taken since', async () => {
    const drive = testDrive();
    await drive.given(aFile('A.png'));
    expect(await refusal(drive, receiptFor(drive, 'a.png'))).toEqual({
      index: 0,
      name: 'a.png',
      code: 'name.exists',
      message: 'a.png already exist.',
    });
  });
  it('its folder is gone', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'));
    await deleteElements(drive.catalog, drive.account, drive.opId(), ['a']);
    expect(await refusal(drive, receiptFor(drive, 'a.png', { folderId: idOf('a') }))).toMatchObject({
      code: 'folder.not-found',
      message: 'The folder of this upload does not exist any more.',
    });
  });
  it('there is no room', async () => {
    const drive = testDrive();
    await drive.given(aQuota(999));
    expect(await refusal(drive, receiptFor(drive, 'a.png'))).toMatchObject({
      code: 'space.exceeded',
      message: 'Not enough disk space for: a.png',
    });
  });
  it('another large upload keeps the name', async () => {
    const drive = testDrive();
    await startUpload(drive.catalog, drive.account, drive.opId(), {
      address: { url: '/' },
      files: [{ name: 'a.png', size: 9 * mebibyte, type: '', source: 'device' }],
    });
    expect(await refusal(drive, receiptFor(drive, 'A.png'))).toMatchObject({
      message: 'A.png already exist.',
    });
    expect(await drive.catalog.store.state(drive.account.drive)).toMatchObject({ reserved: 9 * mebibyte });
  });
});

describe('a receipt', () => {
  const words = 'This upload has no valid receipt. Send its bytes again.';
  it('that was not signed here, or speaks of another drive, refuses the call', async () => {
    const drive = testDrive();
    const receipt = receiptFor(drive, 'a.png');
    for (const forged of [
      'nonsense',
      '',
      drive.catalog.signer.sign({ ...receipt, kind: 'upload-grant' }),
      drive.catalog.signer.sign({ ...receipt, drive: 'drive-of-bob' }),
    ]) {
      await expect(
        admitReceipts(drive.catalog, drive.account, [drive.catalog.signer.sign(receipt), forged]),
      ).rejects.toMatchObject({
        code: 'upload.bad-receipt',
        message: words,
        details: { field: 'files.1.receipt' },
      });
    }
    expect(await drive.events()).toEqual([]);
  });
  it('that has run out is a warning', async () => {
    const drive = testDrive();
    const receipt = receiptFor(drive, 'a.png');
    drive.clock.advance(2000);
    expect(await admit(drive, receipt)).toEqual({
      ops: [],
      insertedIds: {},
      warnings: [{ index: 0, name: 'a.png', code: 'upload.bad-receipt', message: words }],
      operations: [],
    });
  });
});
