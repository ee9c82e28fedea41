import { testS3 } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../testing/contract/contract-subject.js';
import { s3Kinds, STORE_MS } from '../../testing/s3-kinds.js';
import { listMultiparts, listParts } from './multipart.js';
import { listObjects } from './objects.js';
import { createS3Store, type S3Store } from './s3-store.js';
import { Wire } from './wire.js';

const numbers = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

for (const kind of s3Kinds) {
  describe(`more than a page holds (${kind})`, () => {
    let store: S3Store;
    let wire: Wire;
    beforeAll(async () => {
      const options = await testS3(kind);
      store = await createS3Store(options);
      wire = new Wire(options);
    }, STORE_MS);
    afterAll(async () => {
      wire.close();
      await store.close();
    });

    it.each([1, 3, 7, 8])('is listed whole and once, by %i objects at a time', async (page) => {
      const prefix = `${newKey()}-`;
      const keys = numbers(7).map((number) => `${prefix}${number}`);
      await Promise.all(keys.map((key) => store.put(key, Buffer.from('x'))));
      const found = await Array.fromAsync(listObjects(wire, { prefix }, page));
      expect(found.map(({ key }) => key)).toEqual(keys);
      const rest = await Array.fromAsync(listObjects(wire, { prefix, after: keys[1] ?? '' }, page));
      expect(rest.map(({ key }) => key)).toEqual(keys.slice(2));
    });

    it.each([1, 2, 5])('names every unfinished upload once, by %i at a time', async (page) => {
      const one = newKey();
      const two = newKey();
      // Several of one key as well: what a retry whose answer was lost leaves.
      const opened = await Promise.all([one, one, one, two, two].map((key) => store.createMultipart(key)));
      const found = await Array.fromAsync(listMultiparts(wire, page));
      expect(found.map(({ multipartId }) => multipartId).sort()).toEqual([...opened].sort());
      await Promise.all(found.map(({ key, multipartId }) => store.abortMultipart(key, multipartId)));
      expect(await Array.fromAsync(listMultiparts(wire, page))).toEqual([]);
    });

    it.each([1, 2, 5])('names every part once, by %i at a time', async (page) => {
      const key = newKey();
      const id = await store.createMultipart(key);
      for (const number of numbers(5)) await store.putPart(key, id, number, Buffer.from('x'), 1);
      expect((await listParts(wire, key, id, page)).map(({ partNumber }) => partNumber)).toEqual(numbers(5));
      await store.abortMultipart(key, id);
    });

    it('is deleted in one call of the port', { timeout: 60_000 }, async () => {
      const prefix = `${newKey()}-`;
      const written = numbers(30).map((number) => `${prefix}${number}`);
      await Promise.all(written.map((key) => store.put(key, Buffer.from('x'))));
      await store.delete([...numbers(2_100).map((number) => `${prefix}none${number}`), ...written]);
      expect(await Array.fromAsync(store.list({ prefix }))).toEqual([]);
    });
  });
}
