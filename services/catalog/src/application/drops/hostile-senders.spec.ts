import { limits, type UploadId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, aQuota } from '../../../testing/facts.js';
import { aPhoto, inbox } from '../../../testing/inbox.js';
import { inOrder } from '../../../testing/large-shelf.js';
import { deleteElements } from '../commands/delete-elements.js';
import { releaseExpired } from '../commands/release-reservation.js';
import { makeShare } from '../shares/write-shares.js';
import { admitDrops } from './admit-drop.js';
import { readDrops } from './own-drops.js';
import { senderOf } from './start-drop.js';

describe('30 hostile senders', () => {
  const taken = ['photo.png', 'photo (2).png', '.png'];
  const full = [
    ...taken.map((name) => aFile(name, 'in')),
    aFolder('Trip', 'in'),
    aFolder('Folder', 'in'),
    aFolder('Day 1', 'in'),
  ];
  const names =
    `photo.png|PHOTO.PNG|photo (2).png|../photo.png|../../photo.png|/etc/passwd.png|C:\\photo.png|in/photo.png|photo\u0000.png|.|..|.png| photo.png |ｐhoto.png|${'x'.repeat(300)}|a.txt|con.png|<img src=x>.png|\u202egnp.exe|${'💥'.repeat(40)}`.split(
      '|',
    );
  const paths = [
    ['Trip'],
    ['..'],
    ['..', '..', 'Day 1'],
    ['/'],
    ['\u0000'],
    ['Trip', 'Trip'],
    ['x'.repeat(900)],
  ];
  /** Grants differ each time: they are sealed with a number used once. */
  const shown = (value: unknown): string =>
    JSON.stringify(value).replaceAll(
      /"(grant|uploadId)":"([^"]*)"/g,
      (_, name, text) => `"${name}":${String(text).length}`,
    );

  it('learn nothing of what is there: the same answers from an empty folder and from a full one', async () => {
    const empty = await inbox();
    const other = await inbox({}, ...full);
    const before = new Set(await other.paths());
    const files = [
      ...names.map((name) => aPhoto(name)),
      ...paths.map((path) => aPhoto('photo.png', { path })),
      aPhoto('huge.png', { size: limits.maxUploadBytes }),
      aPhoto('absurd.png', { size: Number.MAX_SAFE_INTEGER }),
      aPhoto('empty.png', { size: 0 }),
    ];
    for (const [index, file] of files.entries()) {
      const by = `sender-${index}`;
      const answers: string[] = [];
      for (const { start, admit, sender, drive } of [empty, other]) {
        const begun = await start([file, file], sender(by), { key: `key-${index}` });
        const admitted = [];
        for (const { grant } of begun.docs) admitted.push(await admit(grant, sender(by)));
        const uploads = begun.docs.map(({ uploadId }) => uploadId as UploadId);
        const state = uploads.length > 0 && (await readDrops(drive.catalog, sender(by), uploads));
        const blank = /id-\d+/g;
        answers.push(shown([begun, admitted, state]).replaceAll(blank, 'id'));
      }
      expect(answers[1]).toBe(answers[0]);
      expect(answers[0]).not.toMatch(/drive-of-alice|local\||"in"/);
      expect(answers[0]).not.toContain(file.name.includes('(2)') ? '(3)' : ' (2)');
    }
    for (const { drive, problems, taken: sums, paths: all } of [empty, other]) {
      expect(await sums()).toMatchObject({ coming: 0, reserved: 0 });
      expect((await all()).filter((path) => !path.startsWith('/in/'))).toEqual([]);
      expect(await problems()).toEqual([]);
      await inOrder(drive);
    }
    const after = await other.paths();
    expect([...before].filter((path) => !after.includes(path))).toEqual([]);
  });

  it.each([
    ['number of files', { maxFiles: 7 }, 10, { files: 7 }],
    ['sum of bytes', { maxBytes: 7_499 }, 1000, { files: 7, bytes: 7000 }],
    ['size of a file', { maxFileBytes: 999 }, 1000, { files: 0 }],
    ['kind', { kinds: ['document' as const] }, 1000, { files: 0 }],
  ])('never exceed the %s, all at once', async (_, receives, size, expected) => {
    const { start, admit, sender, taken: sums } = await inbox(receives);
    const begun = await Promise.all(
      Array.from({ length: 30 }, (__, index) => start([aPhoto('a.png', { size })], sender(`s${index}`))),
    );
    const granted = begun.flatMap(({ docs }, index) =>
      docs.map(({ grant }) => ({ grant, by: sender(`s${index}`) })),
    );
    expect(await sums()).toMatchObject({ coming: expected.files });
    await Promise.all(granted.map(({ grant, by }) => admit(grant, by)));
    expect(await sums()).toMatchObject({ coming: 0, reserved: 0, ...expected });
    const refused = new Set(begun.flatMap(({ warnings }) => warnings.map(({ code }) => code)));
    expect([...refused]).toEqual(['maxBytes' in receives ? 'drop.full' : 'drop.limit']);
  });

  it('neither take more than is free, nor anything out of the trash, and lost tabs give it back', async () => {
    const kept = 150 * 1024 * 1024;
    const {
      drive,
      start,
      taken: sums,
      later,
    } = await inbox({}, aFile('old.zip', 'root', kept, 'application/zip'));
    await deleteElements(drive.catalog, drive.account, drive.opId(), ['old-zip']);
    const large = aPhoto('large.png', { size: 40 * 1024 * 1024 });
    const begun = await Promise.all(Array.from({ length: 30 }, () => start([large])));
    expect(begun.flatMap(({ docs }) => docs)).toHaveLength(2);
    expect(new Set(begun.flatMap(({ warnings }) => warnings.map(({ code }) => code)))).toEqual(
      new Set(['drop.full']),
    );
    later(limits.visitMs + 2 * 3600_000);
    await releaseExpired(drive.catalog, drive.account.drive);
    expect(await sums()).toEqual({ coming: 0, reserved: 0, files: 0, bytes: 0 });
    expect((await drive.catalog.store.reader(drive.account.drive)).state().kept).toBe(kept);
  });

  it('cannot tell a full link from a full owner', async () => {
    const inboxes = [await inbox({ maxBytes: 999 }), await inbox({}, aQuota(999))];
    const answers = await Promise.all(
      inboxes.map(async ({ start, sender }) => shown(await start([aPhoto()], sender(), { key: 'one' }))),
    );
    expect(answers[1]).toBe(answers[0]);
    expect(answers[0]).toContain('"code":"drop.full"');
  });

  it('use neither receipts of others, of other links and of a former generation, nor their own twice', async () => {
    const { drive, deps, start, admit, sender, receiptOf, taken: sums } = await inbox();
    const { docs } = await start([aPhoto()]);
    const grant = docs[0]?.grant ?? '';
    const second = await makeShare(deps, drive.account, drive.opId(), { ids: ['in'], receives: {} });
    for (const by of [sender('mallory'), sender('eve', { id: second }), sender('eve', { generation: 1 })])
      await expect(admit(grant, by)).rejects.toMatchObject({ code: 'upload.bad-receipt' });
    const receipt = receiptOf(grant);
    const [, body = ''] = receipt.split('.');
    expect(Buffer.from(body, 'base64url').toString('latin1')).not.toContain('drive-of-alice');
    await Promise.all(
      [receipt, receipt, receiptOf(grant)].map((each) =>
        admitDrops(drive.catalog, sender(), [each]).catch(() => null),
      ),
    );
    expect(await sums()).toMatchObject({ files: 1, coming: 0, reserved: 0 });
    for (const scope of [
      undefined,
      { kind: 'share', rights: [], roots: [], id: 'x', generation: 0 },
    ] as const)
      expect(() => senderOf({ drive: drive.account.drive, scope })).toThrow(
        expect.objectContaining({ code: 'access.denied' }),
      );
  });
});
