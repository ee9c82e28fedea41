import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, testS3 } from '@skyshelf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { code, newKey, read } from '../../testing/contract/contract-subject.js';
import { FaultyProxy } from '../../testing/faulty-proxy.js';
import { s3Kinds, STORE_MS } from '../../testing/s3-kinds.js';
import { createS3Store, type S3Store } from './s3-store.js';

/** Long enough for a loaded machine, short enough to wait for. */
const IDLE_MS = 1_500;
const PART = 5 * 1024 * 1024;

describe.skipIf(!s3Kinds.includes('versitygw'))('an S3 store behind a faulty network', () => {
  let way: FaultyProxy;
  let store: S3Store;
  /** Gives a store up that keeps still for `IDLE_MS`. */
  let hasty: S3Store;
  beforeAll(async () => {
    const s3 = await testS3();
    way = await FaultyProxy.to(s3.endpoint);
    const options = { ...s3, endpoint: way.endpoint };
    store = await createS3Store(options);
    hasty = await createS3Store({ ...options, idleMs: IDLE_MS });
  }, STORE_MS);
  afterAll(async () => {
    await Promise.all([store.close(), hasty.close()]);
    await way.close();
  });
  beforeEach(() => way.next());

  it.each(['lost', 'answer-lost', 'busy'] as const)(
    'does again what may be done again (%s)',
    async (fault) => {
      const key = newKey();
      const twice = [fault, fault];
      way.next(...twice);
      await store.put(key, Buffer.from('bytes'));
      way.next(...twice);
      expect(await store.head(key)).toMatchObject({ size: 5 });
      way.next(...twice);
      expect((await read(store, key)).toString()).toBe('bytes');
      way.next(...twice);
      expect(await Array.fromAsync(store.list({ prefix: key }))).toHaveLength(1);
      way.next(...twice);
      await store.delete([key, newKey()]);
      expect(await store.head(key)).toBeNull();
    },
  );

  it.each(['lost', 'busy', 'silent'] as const)(
    'says that the store is away when it stays so (%s)',
    async (fault) => {
      const calls = [
        hasty.put(newKey(), Buffer.from('x')),
        hasty.put(newKey(), Readable.from([Buffer.from('x')]), { size: 1 }),
        hasty.get(newKey()),
        hasty.head(newKey()),
        hasty.delete([newKey()]),
        Array.fromAsync(hasty.list()),
        hasty.createMultipart(newKey()),
        Array.fromAsync(hasty.listMultiparts()),
      ];
      way.next(...Array.from({ length: 99 }, () => fault));
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome).toEqual({ status: 'rejected', reason: code('unavailable') });
      expect(way.calls.length).toBeLessThanOrEqual(3 * calls.length);
    },
  );

  it('joins parts once, though the answer was lost', async () => {
    const key = newKey();
    const id = await store.createMultipart(key);
    const bytes = randomBytes(PART + 10);
    const parts = [
      await store.putPart(key, id, 1, bytes.subarray(0, PART), PART),
      await store.putPart(key, id, 2, bytes.subarray(PART), 10),
    ];
    way.next('answer-lost');
    expect(await store.completeMultipart(key, id, parts)).toMatchObject({ key, size: PART + 10 });
    expect((await read(store, key)).equals(bytes)).toBe(true);
  });

  it('does not claim that another was faster when the answer to a conditional create was lost', async () => {
    way.next('answer-lost');
    await expect(store.put(newKey(), Buffer.from('x'), { ifAbsent: true })).rejects.toEqual(
      code('unavailable'),
    );
    expect(way.calls).toEqual(['PUT']);
  });

  it.each(['lost', 'answer-lost', 'busy'] as const)(
    'sends a stream again from its start (%s)',
    async (fault) => {
      for (const size of [100_000, 3 * 1024 * 1024]) {
        const key = newKey();
        const bytes = randomBytes(size);
        const chunks = [bytes.subarray(0, 70_000), bytes.subarray(70_000)];
        way.next(fault, fault);
        await store.put(key, Readable.from(chunks), { size });
        expect((await read(store, key)).equals(bytes)).toBe(true);
      }
    },
  );

  it('tells a reader that the store stopped in the middle', async () => {
    const key = newKey();
    await store.put(key, randomBytes(3 * 1024 * 1024));
    way.next('stalled');
    const { body } = await hasty.get(key);
    await expect(buffer(body)).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
  });

  it('has patience with a slow reader and a slow sender', async () => {
    const key = newKey();
    const other = newKey();
    const bytes = randomBytes(8 * 1024 * 1024);
    const slow = Readable.from(
      (async function* () {
        yield bytes.subarray(0, PART);
        await pause(3 * IDLE_MS); // longer than the store itself may keep still
        yield bytes.subarray(PART);
      })(),
    );
    await store.put(key, bytes);
    const [{ body }] = await Promise.all([hasty.get(key), hasty.put(other, slow, { size: bytes.length })]);
    expect((await buffer(body)).equals(bytes)).toBe(true);
    expect((await read(hasty, other)).equals(bytes)).toBe(true);
  });

  it('keeps no connection of readers who go away, nor of bodies that fail', async () => {
    const key = newKey();
    await store.put(key, randomBytes(4 * 1024 * 1024));
    const opened = await Promise.all(Array.from({ length: 20 }, () => store.get(key)));
    expect(way.connections).toBeGreaterThan(0);
    for (const { body } of opened.slice(0, 10)) body.destroy(); // before the first byte
    for (const { body } of opened.slice(10)) body.once('data', () => body.destroy());
    const failing = () =>
      new Readable({
        read() {
          this.destroy(new Error('gone'));
        },
      });
    for (let round = 0; round < 5; round += 1)
      await expect(store.put(newKey(), failing(), { size: 9 })).rejects.toThrow('gone');
    await eventually(() => way.connections === 0, { timeoutMs: 20_000 });
  });
});
