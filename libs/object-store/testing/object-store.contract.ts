import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code, newKey, read, type ContractSubject } from './contract/contract-subject.js';
import { addressesOfObjects } from './contract/addresses-of-objects.js';
import { uploadsInParts } from './contract/uploads-in-parts.js';
import type { ObjectStore } from '../src/port.js';

const KB = 1024;
const keysOf = async (list: AsyncIterable<{ key: string }>) =>
  (await Array.fromAsync(list)).map(({ key }) => key);

/** Bytes that break off: what a request is when the browser goes away. */
function breakingOff(first: Uint8Array): Readable {
  return Readable.from(
    (async function* () {
      yield first;
      throw new Error('the sender went away');
    })(),
  );
}

export function objectStoreContract(name: string, open: () => Promise<ContractSubject>): void {
  describe(`an object store (${name})`, () => {
    let subject: ContractSubject;
    let store: ObjectStore;
    beforeAll(async () => {
      subject = await open();
      ({ store } = subject);
    }, 180_000); // its server may have to start first
    afterAll(() => subject.close());

    describe('whole objects', () => {
      it.each([0, 1, 8 * KB, 300 * KB])(
        'gives back the %i bytes it was given, from memory and from a stream',
        async (size) => {
          const bytes = randomBytes(size);
          for (const body of [
            () => bytes,
            () => Readable.from([bytes.subarray(0, size / 2), bytes.subarray(size / 2)]),
          ]) {
            const key = newKey();
            const put = await store.put(key, body(), { size });
            expect(put).toMatchObject({ key, size });
            expect(put.etag).not.toBe('');
            expect(await store.head(key)).toEqual(put);
            const got = await store.get(key);
            expect(got.info).toEqual(put);
            expect((await buffer(got.body)).equals(bytes)).toBe(true);
          }
        },
      );

      it('knows nothing of a key that was never written', async () => {
        expect(await store.head(newKey())).toBeNull();
        await expect(store.get(newKey())).rejects.toEqual(code('not-found'));
      });

      it.each(['', 'a/b', '..', 'a.b', 'ä', 'x'.repeat(129), 'a b'])('refuses the key "%s"', async (key) => {
        await expect(store.put(key, Buffer.from('x'))).rejects.toEqual(code('bad-key'));
        await expect(store.get(key)).rejects.toEqual(code('bad-key'));
        await expect(store.head(key)).rejects.toEqual(code('bad-key'));
        await expect(store.createMultipart(key)).rejects.toEqual(code('bad-key'));
      });

      it('overwrites an object, and the ETag tells', async () => {
        const key = newKey();
        const first = await store.put(key, Buffer.from('first'));
        const second = await store.put(key, Buffer.from('other'));
        expect(second.etag).not.toBe(first.etag);
        expect((await read(store, key)).toString()).toBe('other');
      });

      it('lets a reader finish the object that is deleted or replaced while it reads', async () => {
        const key = newKey();
        const bytes = randomBytes(900 * KB);
        await store.put(key, bytes);
        const { body } = await store.get(key);
        await store.put(key, Buffer.from('new'));
        await store.delete([key]);
        expect((await buffer(body)).equals(bytes)).toBe(true);
      });

      it.each([
        ['fewer', 9],
        ['more', 11],
      ])('refuses %s bytes than announced and leaves nothing', async (_, announced) => {
        for (const body of [Buffer.alloc(10), Readable.from([Buffer.alloc(4), Buffer.alloc(6)])]) {
          const key = newKey();
          await expect(store.put(key, body, { size: announced })).rejects.toEqual(code('size-mismatch'));
          expect(await store.head(key)).toBeNull();
        }
      });

      it('leaves nothing of bodies that break off, and tells their error', async () => {
        const keys = Array.from({ length: 30 }, newKey);
        for (const [index, key] of keys.entries())
          await expect(
            store.put(key, breakingOff(randomBytes(70 * KB)), index % 2 ? {} : { size: 100 * KB }),
          ).rejects.toThrow('the sender went away');
        expect(await Promise.all(keys.map((key) => store.head(key)))).toEqual(keys.map(() => null));
        const all = await keysOf(store.list());
        expect(keys.filter((key) => all.includes(key))).toEqual([]);
      });

      it('keeps the old object when the new body breaks off', async () => {
        const keys = Array.from({ length: 10 }, newKey);
        for (const key of keys) {
          await store.put(key, Buffer.from('old'));
          await expect(store.put(key, breakingOff(Buffer.from('ne')), { size: 3 })).rejects.toThrow(
            'the sender went away',
          );
        }
        for (const key of keys) expect((await read(store, key)).toString()).toBe('old');
      });
    });

    describe('conditional create', () => {
      it('lets one of 20 racers win and refuses the others', async () => {
        for (let round = 0; round < 5; round += 1) {
          const key = newKey();
          const racers = Array.from({ length: 20 }, (_, racer) =>
            store.put(key, Buffer.from(`racer ${racer}`), { ifAbsent: true }),
          );
          const outcomes = await Promise.allSettled(racers);
          const won = outcomes.flatMap((outcome, racer) => (outcome.status === 'fulfilled' ? [racer] : []));
          expect(won).toHaveLength(1);
          for (const outcome of outcomes)
            if (outcome.status === 'rejected') expect(outcome.reason).toEqual(code('exists'));
          expect((await read(store, key)).toString()).toBe(`racer ${won[0]}`);
        }
      });
    });

    describe('ranges', () => {
      it('gives exactly the bytes of any range inside', async () => {
        const key = newKey();
        const bytes = randomBytes(5 * KB);
        await store.put(key, bytes);
        const inside = fc
          .nat({ max: bytes.length - 1 })
          .chain((start) => fc.tuple(fc.constant(start), fc.integer({ min: start, max: bytes.length + 50 })));
        await fc.assert(
          fc.asyncProperty(inside, async ([start, end]) => {
            const got = await store.get(key, { start, end });
            expect(got).toMatchObject({ start, end: Math.min(end, bytes.length - 1) });
            expect((await buffer(got.body)).equals(bytes.subarray(start, end + 1))).toBe(true);
          }),
          { numRuns: 60 },
        );
      });

      it('reads to the end without an end', async () => {
        const key = newKey();
        await store.put(key, Buffer.from('0123456789'));
        expect((await read(store, key, { start: 7 })).toString()).toBe('789');
      });

      it.each([{ start: 10 }, { start: 10, end: 12 }, { start: 5, end: 4 }, { start: -1 }])(
        'refuses %o of ten bytes',
        async (range) => {
          const key = newKey();
          await store.put(key, Buffer.from('0123456789'));
          await expect(store.get(key, range)).rejects.toEqual(code('bad-range'));
        },
      );

      it('has no range in an empty object', async () => {
        const key = newKey();
        await store.put(key, new Uint8Array());
        await expect(store.get(key, { start: 0 })).rejects.toEqual(code('bad-range'));
      });
    });

    addressesOfObjects(() => subject);

    describe('delete and list', () => {
      it('deletes many, and what is gone already is fine', async () => {
        const keys = Array.from({ length: 12 }, newKey);
        await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
        await store.delete([...keys, newKey()]);
        await store.delete(keys);
        expect(await Promise.all(keys.map((key) => store.head(key)))).toEqual(keys.map(() => null));
      });

      it('lists in the order of keys, by prefix, and goes on after a key', async () => {
        const prefix = `list-${newKey()}-`;
        const keys = ['B', 'a', '_', '-', '10', '9', 'aa', 'Z'].map((end) => prefix + end).sort();
        await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
        expect(await keysOf(store.list({ prefix }))).toEqual(keys);
        expect(await keysOf(store.list({ prefix, after: keys[3] }))).toEqual(keys.slice(4));
        const [first] = await Array.fromAsync(store.list({ prefix }));
        expect(first).toEqual(await store.head(keys[0] ?? ''));
      });
    });

    it.each(['0042', '1e5', '0x1f', '123456789012345678901234567890', 'true', 'false', '-'])(
      'keeps the key "%s" as it is, whatever it looks like',
      async (key) => {
        // A random key of another test may begin with the same letters.
        const sameLength = async () =>
          (await keysOf(store.list({ prefix: key }))).filter((found) => found.length === key.length);
        await store.put(key, Buffer.from(key));
        expect(await sameLength()).toEqual([key]);
        await store.delete([key]);
        expect(await sameLength()).toEqual([]);
      },
    );

    uploadsInParts(() => subject);
  });
}
