import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { eventually } from '@skyshelf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../src/port.js';
import { type ContractSubject, code, newKey, read } from './contract-subject.js';

export function uploadsInParts(subjectOf: () => ContractSubject): void {
  describe('uploads in parts', () => {
    let store: ObjectStore;
    let minPartBytes: number;
    beforeAll(() => {
      ({ store, minPartBytes } = subjectOf());
    });

    const partOf = (bytes: Buffer, number: number) =>
      bytes.subarray((number - 1) * minPartBytes, number * minPartBytes);

    it('joins parts that came in any order', async () => {
      const key = newKey();
      const bytes = randomBytes(minPartBytes * 2 + 100);
      const id = await store.createMultipart(key);
      for (const number of [3, 1, 2]) {
        const part = partOf(bytes, number);
        await store.putPart(key, id, number, number === 1 ? Readable.from([part]) : part, part.length);
      }
      expect(await store.head(key)).toBeNull();
      const parts = await store.listParts(key, id);
      expect(parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
        [1, minPartBytes],
        [2, minPartBytes],
        [3, 100],
      ]);
      const info = await store.completeMultipart(key, id, parts);
      expect(info).toMatchObject({ key, size: bytes.length });
      const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex');
      expect(digest(await read(store, key))).toBe(digest(bytes));
      await expect(store.listParts(key, id)).rejects.toEqual(code('not-found'));
    });

    it('keeps parts apart whose number is more than one digit, in their order', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      for (const number of [10_000, 10, 2]) await store.putPart(key, id, number, Buffer.from('x'), 1);
      expect((await store.listParts(key, id)).map(({ partNumber }) => partNumber)).toEqual([2, 10, 10_000]);
      await store.abortMultipart(key, id);
    });

    it('counts the last write of a part', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      const old = await store.putPart(key, id, 1, Buffer.from('wrong'), 5);
      const now = await store.putPart(key, id, 1, Buffer.from('right!'), 6);
      expect(await store.listParts(key, id)).toEqual([now]);
      await expect(store.completeMultipart(key, id, [old])).rejects.toEqual(code('bad-part'));
      await store.completeMultipart(key, id, [now]);
      expect((await read(store, key)).toString()).toBe('right!');
    });

    it('takes the same part from several senders at once: one of them counts', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      const sent = await Promise.all(
        ['aaa', 'bbb', 'ccc', 'ddd'].map((text) => store.putPart(key, id, 1, Buffer.from(text), 3)),
      );
      const [part] = await store.listParts(key, id);
      expect(sent).toContainEqual(part);
      await store.completeMultipart(key, id, part ? [part] : []);
      expect((await read(store, key)).toString()).toMatch(/^(aaa|bbb|ccc|ddd)$/);
    });

    it('refuses a wrong ETag, a missing part, a wrong order and none at all, and leaves all as it was', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      const first = await store.putPart(key, id, 1, randomBytes(minPartBytes), minPartBytes);
      const second = await store.putPart(key, id, 2, Buffer.from('end'), 3);
      const wrong = { partNumber: 2, etag: first.etag };
      for (const parts of [
        [first, wrong],
        [first, second, { partNumber: 3, etag: second.etag }],
        [second, first],
        [],
      ]) {
        await expect(store.completeMultipart(key, id, parts)).rejects.toEqual(code('bad-part'));
      }
      expect(await store.listParts(key, id)).toEqual([first, second]);
      expect(await store.head(key)).toBeNull();
      await store.abortMultipart(key, id);
    });

    it('refuses a part that is not as long as announced', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      for (let number = 1; number <= 10; number += 1)
        for (const came of [9, 11])
          await expect(
            store.putPart(key, id, number, Readable.from([Buffer.alloc(came)]), 10),
          ).rejects.toEqual(code('size-mismatch'));
      expect(await store.listParts(key, id)).toEqual([]);
      await store.abortMultipart(key, id);
    });

    it.each([0, 10_001, 1.5])('refuses the part number %d', async (partNumber) => {
      const key = newKey();
      const id = await store.createMultipart(key);
      await expect(store.putPart(key, id, partNumber, Buffer.from('x'), 1)).rejects.toEqual(code('bad-part'));
      await store.abortMultipart(key, id);
    });

    it('forgets an upload that is given up, twice if need be', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      await store.putPart(key, id, 1, Buffer.from('gone'), 4);
      await store.abortMultipart(key, id);
      await store.abortMultipart(key, id);
      await expect(store.putPart(key, id, 2, Buffer.from('late'), 4)).rejects.toEqual(code('not-found'));
      await expect(store.completeMultipart(key, id, [{ partNumber: 1, etag: 'x' }])).rejects.toEqual(
        code('not-found'),
      );
      expect(await store.head(key)).toBeNull();
    });

    it('names the unfinished ones for the sweeper', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      const find = async () =>
        (await Array.fromAsync(store.listMultiparts())).find((each) => each.key === key);
      expect(await eventually(find)).toMatchObject({ key, multipartId: id });
      expect(Number.isNaN((await find())?.started.getTime())).toBe(false);
      await store.abortMultipart(key, id);
      expect(await find()).toBeUndefined();
    });

    it('gives an address for a part, or says that it has none', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      const address = await store.presignPart(key, id, 1, 60_000);
      if (address !== null) {
        const answer = await fetch(address, { method: 'PUT', body: 'by the browser' });
        expect(answer.status).toBe(200);
        const [part] = await store.listParts(key, id);
        expect(part).toEqual({
          partNumber: 1,
          size: 14,
          etag: answer.headers.get('etag')?.replaceAll('"', ''),
        });
        await store.completeMultipart(key, id, part ? [part] : []);
        expect((await read(store, key)).toString()).toBe('by the browser');
      } else await store.abortMultipart(key, id);
    });

    it('gives addresses that take nothing but the part they are for, while they hold', async () => {
      const key = newKey();
      const id = await store.createMultipart(key);
      const other = await store.createMultipart(newKey());
      const address = await store.presignPart(key, id, 7, 60_000, 5);
      const short = await store.presignPart(key, id, 8, 1);
      if (address !== null && short !== null) {
        const put = async (url: string, body: string) => (await fetch(url, { method: 'PUT', body })).status;
        for (const changed of [
          address.replace('partNumber=7', 'partNumber=8'),
          address.replace(encodeURIComponent(id), encodeURIComponent(other)),
          address.replace(key, newKey()),
        ]) {
          expect(changed).not.toBe(address);
          expect(await put(changed, 'bytes')).toBe(403);
        }
        expect([await put(address, 'fewer'.slice(1)), await put(address, 'bytes more')]).toEqual([403, 403]);
        expect(await put(address, 'bytes')).toBe(200);
        await eventually(async () => (await put(short, 'late')) === 403, { timeoutMs: 20_000 });
      }
      await store.abortMultipart(key, id);
    });
  });
}
